/* Regular expressions: what the parser makes and the matcher runs, and the structures of glibc's regex.h. */
#ifndef BRAID_REGEX_H
#define BRAID_REGEX_H

#include "runtime.h"

/* Bits of a syntax. */
enum {
    RE_ESCAPE_IN_LISTS = 1 << 0,
    RE_BK_PLUS_QM = 1 << 1,
    RE_CHAR_CLASSES = 1 << 2,
    RE_INDEP_ANCHORS = 1 << 3,
    RE_INDEP_OPS = 1 << 4,
    RE_INVALID_OPS = 1 << 5,
    RE_DOT_NEWLINE = 1 << 6,
    RE_DOT_NOT_NULL = 1 << 7,
    RE_HAT_NOT_NEWLINE = 1 << 8,
    RE_INTERVALS = 1 << 9,
    RE_LIMITED_OPS = 1 << 10,
    RE_NEWLINE_ALT = 1 << 11,
    RE_NO_BK_BRACES = 1 << 12,
    RE_NO_BK_PARENS = 1 << 13,
    RE_NO_BK_REFS = 1 << 14,
    RE_NO_BK_VBAR = 1 << 15,
    RE_NO_EMPTY_RANGES = 1 << 16,
    RE_RIGHT_PAREN_ORD = 1 << 17,
    RE_NO_GNU_OPS = 1 << 19,
    RE_INVALID_INTERVAL_ORD = 1 << 21,
    RE_ICASE = 1 << 22,
    RE_CARET_HERE = 1 << 23,
    RE_INVALID_DUP = 1 << 24,
    RE_NO_SUB = 1 << 25
};

enum regex_error {
    RE_OK, RE_NO_MATCH, RE_BAD_PATTERN, RE_BAD_COLLATE, RE_BAD_CLASS, RE_BAD_ESCAPE, RE_BAD_BACK_REFERENCE, RE_BAD_BRACKET, RE_BAD_PAREN,
    RE_BAD_BRACE, RE_BAD_COUNT, RE_BAD_RANGE, RE_NO_SPACE, RE_BAD_REPEAT, RE_EARLY_END, RE_TOO_BIG, RE_BAD_RIGHT_PAREN
};

enum operation {
    OP_MATCH,
    /* One byte: this one, any but those that the syntax keeps out, one of a set. */
    OP_BYTE, OP_ANY, OP_SET,
    /* Goes on behind, or at `to` from here; the first is preferred, or the second. */
    OP_SPLIT, OP_SPLIT_BACK, OP_JUMP,
    /* Notes the position in register `to`. */
    OP_SAVE,
    /* What group `to` matched. */
    OP_BACK_REFERENCE,
    /* Places. */
    OP_LINE_START, OP_LINE_END, OP_TEXT_START, OP_TEXT_END, OP_WORD_START, OP_WORD_END, OP_WORD_EDGE, OP_INSIDE_WORD
};

struct instruction {
    unsigned char operation, byte;
    int to;
};

struct byte_set {
    unsigned char bits[32];
};

/* A compiled pattern. */
struct program {
    struct instruction *code;
    int count, room;
    struct byte_set *sets;
    int set_count;
    int groups, has_back_references;
};

/* glibc's re_pattern_buffer. */
struct pattern_buffer {
    struct program *program;
    unsigned long allocated, used, syntax;
    char *fastmap;
    unsigned char *translate;
    size_t groups;
    unsigned can_be_null : 2, registers_allocated : 2, fastmap_accurate : 1, no_sub : 1, not_bol : 1, not_eol : 1, newline_anchor : 1;
};

struct registers {
    unsigned count;
    int *start, *end;
};

enum { MOST_GROUPS = 64 };

/* Compiles `n` bytes of a pattern. */
enum regex_error __braid_regex_compile(struct program *program, const char *pattern, size_t n, unsigned long syntax, const unsigned char *translate);
void __braid_regex_free(struct program *program);

#endif
