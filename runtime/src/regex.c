/* Regular expressions: the matcher, and the functions of POSIX and GNU.
 *
 * All ways through the program are tried, preferred ones first; the longest match wins, and among equal ones the first. A place in the program is
 * entered once at each position, so that the time is their product; only patterns with back references may come again. */
#include "regex.h"

int isalnum(int), toupper(int);
int snprintf(char *restrict to, size_t size, const char *restrict format, ...);

/* What is left to try: a place and a position, or a register that gets back its value (`place` is then its negative number less one). */
struct choice {
    int place, position;
};

struct matcher {
    const struct program *program;
    const unsigned char *text, *translate;
    int length;
    unsigned long syntax;
    int not_bol, not_eol, newline_anchor;
    unsigned char *seen;
    struct choice *stack;
    int depth, room;
    int registers[2 * MOST_GROUPS], best[2 * MOST_GROUPS];
    int best_end;
};

static void push(struct matcher *m, int place, int position) {
    if (m->depth == m->room) {
        int room = m->room ? 2 * m->room : 64;
        struct choice *larger = __braid_alloc((size_t)room * sizeof *larger, 16, 0);
        if (m->stack) {
            memcpy(larger, m->stack, (size_t)m->depth * sizeof *larger);
            __braid_free(m->stack);
        }
        m->stack = larger;
        m->room = room;
    }
    m->stack[m->depth++] = (struct choice){place, position};
}

static unsigned char byte_at(const struct matcher *m, int position) {
    unsigned char c = m->text[position];
    if (m->translate)
        c = m->translate[c];
    return m->syntax & RE_ICASE ? (unsigned char)toupper(c) : c;
}

static int is_word_at(const struct matcher *m, int position) {
    return position >= 0 && position < m->length && (isalnum(m->text[position]) || m->text[position] == '_');
}

static int is_newline(const struct matcher *m, int position) {
    return m->newline_anchor && position >= 0 && position < m->length && m->text[position] == '\n';
}

/* Whether a place that takes no byte is here. */
static int is_here(const struct matcher *m, int operation, int at) {
    int before = is_word_at(m, at - 1), behind = is_word_at(m, at);
    switch (operation) {
    case OP_LINE_START: return (at == 0 && !m->not_bol) || is_newline(m, at - 1);
    case OP_LINE_END: return (at == m->length && !m->not_eol) || is_newline(m, at);
    case OP_TEXT_START: return at == 0;
    case OP_TEXT_END: return at == m->length;
    case OP_WORD_START: return !before && behind;
    case OP_WORD_END: return before && !behind;
    case OP_WORD_EDGE: return before != behind;
    default: return before == behind;
    }
}

/* Whether an instruction takes the byte at a position. */
static int takes(const struct matcher *m, const struct instruction *i, int at) {
    if (at >= m->length)
        return 0;
    unsigned char c = byte_at(m, at);
    if (i->operation == OP_BYTE)
        return c == i->byte;
    if (i->operation == OP_SET)
        return m->program->sets[i->to].bits[c / 8] >> c % 8 & 1;
    return !(c == '\n' && !(m->syntax & RE_DOT_NEWLINE)) && !(c == 0 && m->syntax & RE_DOT_NOT_NULL);
}

/* The end of what a group matched, if it stands here again, else negative. */
static int behind_reference(const struct matcher *m, int group, int at) {
    int from = m->registers[2 * group], to = m->registers[2 * group + 1];
    if (from < 0 || to < 0 || to - from > m->length - at)
        return -1;
    for (; from < to; from++, at++)
        if (byte_at(m, from) != byte_at(m, at))
            return -1;
    return at;
}

static void note_match(struct matcher *m, int at) {
    if (at <= m->best_end)
        return;
    m->best_end = at;
    memcpy(m->best, m->registers, sizeof m->best);
}

static void save(struct matcher *m, int which, int at) {
    push(m, -which - 1, m->registers[which]);
    m->registers[which] = at;
}

/* Follows one way until it ends; other ways are put on the stack. */
static void follow(struct matcher *m, int place, int at) {
    for (;;) {
        const struct instruction *i = &m->program->code[place];
        if (m->seen) {
            unsigned char *seen = &m->seen[(size_t)place * ((size_t)m->length + 1) + (size_t)at];
            if (*seen)
                return;
            *seen = 1;
        }
        switch (i->operation) {
        case OP_MATCH: note_match(m, at); return;
        case OP_SPLIT: push(m, place + i->to, at); place++; break;
        case OP_SPLIT_BACK: push(m, place + 1, at); place += i->to; break;
        case OP_JUMP: place += i->to; break;
        case OP_SAVE: save(m, i->to, at); place++; break;
        case OP_BACK_REFERENCE:
            at = behind_reference(m, i->to, at);
            if (at < 0)
                return;
            place++;
            break;
        case OP_BYTE:
        case OP_ANY:
        case OP_SET:
            if (!takes(m, i, at))
                return;
            at++;
            place++;
            break;
        default:
            if (!is_here(m, i->operation, at))
                return;
            place++;
        }
    }
}

/* The end of the longest match that begins at `start`, or negative. */
static int match_at(struct matcher *m, int start) {
    m->best_end = -1;
    m->depth = 0;
    for (int i = 0; i < 2 * MOST_GROUPS; i++)
        m->registers[i] = -1;
    follow(m, 0, start);
    while (m->depth > 0) {
        struct choice choice = m->stack[--m->depth];
        if (choice.place < 0)
            m->registers[-choice.place - 1] = choice.position;
        else
            follow(m, choice.place, choice.position);
    }
    return m->best_end;
}

static struct matcher matcher_of(const struct pattern_buffer *pattern, const char *text, int length) {
    struct matcher m = {.program = pattern->program, .text = (const unsigned char *)text, .translate = pattern->translate, .length = length,
                        .syntax = pattern->syntax, .not_bol = pattern->not_bol, .not_eol = pattern->not_eol, .newline_anchor = pattern->newline_anchor};
    if (!pattern->program->has_back_references)
        m.seen = __braid_alloc((size_t)pattern->program->count * ((size_t)length + 1), 16, 1);
    return m;
}

static void leave_matcher(struct matcher *m) {
    if (m->seen)
        __braid_free(m->seen);
    if (m->stack)
        __braid_free(m->stack);
}

/* Tries the positions from `start` over `range`; returns the first with a match, or negative. */
static int search(struct matcher *m, int start, int range) {
    int step = range < 0 ? -1 : 1, last = start + range;
    last = last < 0 ? 0 : last > m->length ? m->length : last;
    if (start < 0 || start > m->length)
        return -1;
    for (int at = start;; at += step) {
        if (match_at(m, at) >= 0)
            return at;
        if (at == last)
            return -1;
    }
}

static const char *const regex_texts[] = {
    "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name", "Trailing backslash",
    "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}", "Invalid range end",
    "Memory exhausted", "Invalid preceding regular expression", "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};

static enum regex_error compile(struct pattern_buffer *pattern, const char *text, size_t n, unsigned long syntax) {
    struct program *program = __braid_alloc(sizeof *program, 16, 1);
    enum regex_error error = __braid_regex_compile(program, text, n, syntax, pattern->translate);
    pattern->syntax = syntax;
    pattern->groups = (size_t)program->groups;
    pattern->program = program;
    pattern->allocated = pattern->used = sizeof *program;
    pattern->not_bol = pattern->not_eol = 0;
    pattern->registers_allocated = 0;
    if (!error)
        return RE_OK;
    __braid_regex_free(program);
    __braid_free(program);
    pattern->program = 0;
    pattern->allocated = pattern->used = 0;
    return error;
}

API unsigned long re_syntax_options;

API unsigned long re_set_syntax(unsigned long syntax) {
    unsigned long before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

API const char *re_compile_pattern(const char *text, size_t n, struct pattern_buffer *pattern) {
    pattern->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
    pattern->newline_anchor = 1;
    enum regex_error error = compile(pattern, text, n, re_syntax_options);
    return error ? regex_texts[error] : 0;
}

API int re_compile_fastmap(struct pattern_buffer *pattern) {
    return 0;
}

enum { NOT_ALLOCATED, GROWING, FIXED };

/* Room for `count` registers, as the pattern says. */
static void allocate_registers(struct pattern_buffer *pattern, struct registers *registers, unsigned count) {
    if (pattern->registers_allocated == FIXED || (pattern->registers_allocated == GROWING && registers->count >= count))
        return;
    int again = pattern->registers_allocated == GROWING;
    registers->start = realloc(again ? registers->start : 0, count * sizeof(int));
    registers->end = realloc(again ? registers->end : 0, count * sizeof(int));
    registers->count = count;
    pattern->registers_allocated = GROWING;
}

static void fill_registers(struct pattern_buffer *pattern, struct registers *registers, const struct matcher *m) {
    allocate_registers(pattern, registers, (unsigned)pattern->groups + 2);
    for (unsigned i = 0; i < registers->count; i++) {
        int known = i <= pattern->groups && m->best[2 * i + 1] >= 0;
        registers->start[i] = known ? m->best[2 * i] : -1;
        registers->end[i] = known ? m->best[2 * i + 1] : -1;
    }
}

API void re_set_registers(struct pattern_buffer *pattern, struct registers *registers, unsigned count, int *start, int *end) {
    pattern->registers_allocated = count ? GROWING : NOT_ALLOCATED;
    *registers = (struct registers){count, count ? start : 0, count ? end : 0};
}

/* Where it is found, or how long the match is; negative if there is none. */
static int search_pattern(struct pattern_buffer *pattern, const char *text, int n, int start, int range, struct registers *registers, int give_length) {
    if (start < 0 || start > n)
        return -1;
    struct matcher m = matcher_of(pattern, text, n);
    int at = search(&m, start, range);
    if (at >= 0 && registers && !pattern->no_sub)
        fill_registers(pattern, registers, &m);
    leave_matcher(&m);
    return at >= 0 && give_length ? m.best_end - start : at;
}

API int re_search(struct pattern_buffer *pattern, const char *text, int n, int start, int range, struct registers *registers) {
    return search_pattern(pattern, text, n, start, range, registers, 0);
}

API int re_match(struct pattern_buffer *pattern, const char *text, int n, int start, struct registers *registers) {
    return search_pattern(pattern, text, n, start, 0, registers, 1);
}

enum { COMP_EXTENDED = 1, COMP_ICASE = 2, COMP_NEWLINE = 4, COMP_NOSUB = 8, EXEC_NOTBOL = 1, EXEC_NOTEOL = 2, EXEC_STARTEND = 4 };

static const unsigned long common_syntax = RE_CHAR_CLASSES | RE_DOT_NEWLINE | RE_DOT_NOT_NULL | RE_INTERVALS | RE_NO_EMPTY_RANGES;
static const unsigned long extended_syntax =
    RE_INDEP_ANCHORS | RE_INDEP_OPS | RE_NO_BK_BRACES | RE_NO_BK_PARENS | RE_NO_BK_VBAR | RE_INVALID_OPS | RE_RIGHT_PAREN_ORD;

API int regcomp(struct pattern_buffer *pattern, const char *text, int flags) {
    unsigned long syntax = common_syntax | (flags & COMP_EXTENDED ? extended_syntax : RE_BK_PLUS_QM | RE_INVALID_DUP);
    *pattern = (struct pattern_buffer){0};
    syntax |= flags & COMP_ICASE ? RE_ICASE : 0;
    if (flags & COMP_NEWLINE)
        syntax = (syntax & ~(unsigned long)RE_DOT_NEWLINE) | RE_HAT_NOT_NEWLINE;
    pattern->newline_anchor = (flags & COMP_NEWLINE) != 0;
    pattern->no_sub = (flags & COMP_NOSUB) != 0;
    enum regex_error error = compile(pattern, text, strlen(text), syntax);
    return error == RE_BAD_RIGHT_PAREN ? RE_BAD_PAREN : (int)error;
}

struct match {
    int start, end;
};

API int regexec(const struct pattern_buffer *pattern, const char *text, size_t count, struct match *matches, int flags) {
    int start = flags & EXEC_STARTEND ? matches[0].start : 0;
    int length = flags & EXEC_STARTEND ? matches[0].end : (int)strlen(text);
    struct matcher m = matcher_of(pattern, text, length);
    m.not_bol = (flags & EXEC_NOTBOL) != 0;
    m.not_eol = (flags & EXEC_NOTEOL) != 0;
    int at = search(&m, start, length - start);
    leave_matcher(&m);
    if (at < 0)
        return RE_NO_MATCH;
    for (size_t i = 0; !pattern->no_sub && i < count; i++) {
        int known = i <= pattern->groups && m.best[2 * i + 1] >= 0;
        matches[i] = known ? (struct match){m.best[2 * i], m.best[2 * i + 1]} : (struct match){-1, -1};
    }
    return RE_OK;
}

API size_t regerror(int code, const struct pattern_buffer *pattern, char *to, size_t size) {
    if ((unsigned)code >= sizeof regex_texts / sizeof *regex_texts)
        abort();
    if (size > 0)
        snprintf(to, size, "%s", regex_texts[code]);
    return strlen(regex_texts[code]) + 1;
}

API void regfree(struct pattern_buffer *pattern) {
    if (pattern->program) {
        __braid_regex_free(pattern->program);
        __braid_free(pattern->program);
    }
    free(pattern->fastmap);
    free(pattern->translate);
    pattern->program = 0;
    pattern->allocated = pattern->used = 0;
    pattern->fastmap = 0;
    pattern->translate = 0;
}
