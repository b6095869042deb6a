/* Regular expressions: from a pattern to a program. Jumps are relative, so that a piece of code can be moved behind an inserted split and copied
 * for an interval. */
#include "regex.h"

int isalnum(int), isspace(int), toupper(int);

enum token_kind {
    T_END, T_BYTE, T_ANY, T_BRACKET, T_OPEN, T_CLOSE, T_OR, T_STAR, T_PLUS, T_OPTION, T_BRACE, T_CARET, T_DOLLAR, T_REFERENCE, T_CLASS, T_PLACE
};

struct regex_token {
    enum token_kind kind;
    unsigned char byte;
    /* Of the text. */
    size_t length;
    /* Whether a backslash stood before it. */
    int escaped;
};

struct regex_parser {
    const char *at, *start, *end;
    unsigned long syntax;
    const unsigned char *translate;
    struct program *program;
    int depth;
    /* The groups that a back reference may name, a bit for each. */
    unsigned completed;
    enum regex_error error;
};

static int has(const struct regex_parser *p, unsigned long bit) {
    return (p->syntax & bit) != 0;
}

static int fail(struct regex_parser *p, enum regex_error error) {
    if (!p->error)
        p->error = error;
    return 0;
}

static enum token_kind escaped_kind(const struct regex_parser *p, char c) {
    switch (c) {
    case '(': return has(p, RE_NO_BK_PARENS) ? T_BYTE : T_OPEN;
    case ')': return has(p, RE_NO_BK_PARENS) ? T_BYTE : T_CLOSE;
    case '|': return has(p, RE_NO_BK_VBAR | RE_LIMITED_OPS) ? T_BYTE : T_OR;
    case '{': return has(p, RE_INTERVALS) && !has(p, RE_NO_BK_BRACES) ? T_BRACE : T_BYTE;
    case '+': return has(p, RE_BK_PLUS_QM) && !has(p, RE_LIMITED_OPS) ? T_PLUS : T_BYTE;
    case '?': return has(p, RE_BK_PLUS_QM) && !has(p, RE_LIMITED_OPS) ? T_OPTION : T_BYTE;
    case 'w':
    case 'W':
    case 's':
    case 'S': return has(p, RE_NO_GNU_OPS) ? T_BYTE : T_CLASS;
    case '<':
    case '>':
    case 'b':
    case 'B':
    case '`':
    case '\'': return has(p, RE_NO_GNU_OPS) ? T_BYTE : T_PLACE;
    default: return c >= '1' && c <= '9' && !has(p, RE_NO_BK_REFS) ? T_REFERENCE : T_BYTE;
    }
}

static enum token_kind plain_kind(const struct regex_parser *p, char c) {
    switch (c) {
    case '.': return T_ANY;
    case '[': return T_BRACKET;
    case '*': return T_STAR;
    case '^': return T_CARET;
    case '$': return T_DOLLAR;
    case '(': return has(p, RE_NO_BK_PARENS) ? T_OPEN : T_BYTE;
    case ')': return has(p, RE_NO_BK_PARENS) ? T_CLOSE : T_BYTE;
    case '|': return has(p, RE_NO_BK_VBAR) && !has(p, RE_LIMITED_OPS) ? T_OR : T_BYTE;
    case '\n': return has(p, RE_NEWLINE_ALT) ? T_OR : T_BYTE;
    case '{': return has(p, RE_INTERVALS) && has(p, RE_NO_BK_BRACES) ? T_BRACE : T_BYTE;
    case '+': return !has(p, RE_BK_PLUS_QM | RE_LIMITED_OPS) ? T_PLUS : T_BYTE;
    case '?': return !has(p, RE_BK_PLUS_QM | RE_LIMITED_OPS) ? T_OPTION : T_BYTE;
    default: return T_BYTE;
    }
}

static struct regex_token peek_at(struct regex_parser *p, const char *at) {
    struct regex_token token = {T_END, 0, 0, 0};
    if (at == p->end)
        return token;
    token.byte = (unsigned char)*at;
    token.length = 1;
    if (*at != '\\') {
        token.kind = plain_kind(p, *at);
        return token;
    }
    if (at + 1 == p->end) {
        fail(p, RE_BAD_ESCAPE);
        return (struct regex_token){T_END, 0, 0, 0};
    }
    token.byte = (unsigned char)at[1];
    token.length = 2;
    token.escaped = 1;
    token.kind = escaped_kind(p, at[1]);
    return token;
}

static struct regex_token peek(struct regex_parser *p) {
    return peek_at(p, p->at);
}

static int append(struct regex_parser *p, enum operation operation, unsigned char byte, int to) {
    struct program *program = p->program;
    if (program->count == program->room) {
        int room = program->room ? 2 * program->room : 32;
        struct instruction *larger = __braid_alloc((size_t)room * sizeof *larger, 16, 1);
        if (program->code) {
            memcpy(larger, program->code, (size_t)program->count * sizeof *larger);
            __braid_free(program->code);
        }
        program->code = larger;
        program->room = room;
    }
    program->code[program->count] = (struct instruction){(unsigned char)operation, byte, to};
    return program->count++;
}

/* Puts an instruction before the code from `at` on. */
static void insert(struct regex_parser *p, int at, enum operation operation, int to) {
    append(p, operation, 0, to);
    struct program *program = p->program;
    struct instruction inserted = program->code[program->count - 1];
    memmove(program->code + at + 1, program->code + at, (size_t)(program->count - 1 - at) * sizeof inserted);
    program->code[at] = inserted;
}

static unsigned char translated(const struct regex_parser *p, unsigned char c) {
    if (p->translate)
        c = p->translate[c];
    return has(p, RE_ICASE) ? (unsigned char)toupper(c) : c;
}

/* As in glibc, a letter behind a backslash stands for itself alone, also where case does not matter: the text is raised, it is not. */
static void append_byte(struct regex_parser *p, struct regex_token token) {
    append(p, OP_BYTE, token.escaped ? token.byte : translated(p, token.byte), 0);
}

static void set_add(struct byte_set *set, unsigned c) {
    set->bits[c / 8] |= (unsigned char)(1 << c % 8);
}

/* Adds a set to the program, closed under case where that does not matter. `newline` tells whether one that is inverted may have a newline. */
static void append_set(struct regex_parser *p, struct byte_set set, int inverted, int newline) {
    struct program *program = p->program;
    struct byte_set closed = {{0}};
    for (unsigned c = 0; c < 256; c++)
        if (set.bits[c / 8] >> c % 8 & 1)
            set_add(&closed, translated(p, (unsigned char)c));
    for (int i = 0; inverted && i < 32; i++)
        closed.bits[i] = (unsigned char)~closed.bits[i];
    if (inverted && !newline)
        closed.bits['\n' / 8] &= (unsigned char)~(1 << '\n' % 8);
    struct byte_set *larger = __braid_alloc((size_t)(program->set_count + 1) * sizeof *larger, 16, 1);
    if (program->sets) {
        memcpy(larger, program->sets, (size_t)program->set_count * sizeof *larger);
        __braid_free(program->sets);
    }
    program->sets = larger;
    larger[program->set_count] = closed;
    append(p, OP_SET, 0, program->set_count++);
}

/* The classes of [:name:] are those of fnmatch.c. */
static int add_class(struct byte_set *set, const char *name, size_t n) {
    for (size_t i = 0; i < sizeof name_classes / sizeof *name_classes; i++) {
        if (strlen(name_classes[i].name) != n || strncmp(name_classes[i].name, name, n) != 0)
            continue;
        for (int c = 0; c < 256; c++)
            if (name_classes[i].is(c))
                set_add(set, (unsigned)c);
        return 1;
    }
    return 0;
}

/* The end of "[:", "[." or "[=" that begins at `at`, or null. */
static const char *special_end(const struct regex_parser *p, const char *at) {
    for (const char *s = at + 2; s + 1 < p->end; s++)
        if (*s == at[1] && s[1] == ']')
            return s;
    return 0;
}

/* One end of a range, or a single element. */
static int read_element(struct regex_parser *p, unsigned *c) {
    const char *s = p->at;
    if (*s == '[' && s + 1 < p->end && (s[1] == '.' || s[1] == '=')) {
        const char *end = special_end(p, s);
        if (!end)
            return fail(p, RE_BAD_BRACKET);
        if (end != s + 3)
            return fail(p, RE_BAD_COLLATE);
        *c = (unsigned char)s[2];
        p->at = end + 2;
        return 1;
    }
    if (*s == '\\' && has(p, RE_ESCAPE_IN_LISTS) && s + 1 < p->end)
        s++;
    *c = (unsigned char)*s;
    p->at = s + 1;
    return 1;
}

/* An element or a range. */
static int parse_range(struct regex_parser *p, struct byte_set *set) {
    unsigned low, high;
    if (!read_element(p, &low))
        return 0;
    high = low;
    if (p->at + 1 < p->end && *p->at == '-' && p->at[1] != ']') {
        p->at++;
        if (!read_element(p, &high))
            return 0;
        if (high < low && has(p, RE_NO_EMPTY_RANGES))
            return fail(p, RE_BAD_RANGE);
    }
    for (unsigned c = low; c <= high; c++)
        set_add(set, c);
    return 1;
}

/* Behind "[". */
static int parse_bracket(struct regex_parser *p) {
    struct byte_set set = {{0}};
    int inverted = p->at < p->end && *p->at == '^', first = 1;
    p->at += inverted;
    for (; p->at < p->end && (*p->at != ']' || first); first = 0) {
        const char *s = p->at;
        if (*s == '[' && s + 1 < p->end && s[1] == ':' && has(p, RE_CHAR_CLASSES)) {
            const char *end = special_end(p, s);
            if (!end)
                return fail(p, RE_BAD_BRACKET);
            if (!add_class(&set, s + 2, (size_t)(end - s) - 2))
                return fail(p, RE_BAD_CLASS);
            p->at = end + 2;
        } else if (!parse_range(p, &set)) {
            return 0;
        }
    }
    if (p->at == p->end)
        return fail(p, RE_BAD_BRACKET);
    p->at++;
    append_set(p, set, inverted, !has(p, RE_HAT_NOT_NEWLINE));
    return 1;
}

static void append_class(struct regex_parser *p, char letter) {
    struct byte_set set = {{0}};
    for (int c = 0; c < 256; c++)
        if (letter == 'w' || letter == 'W' ? isalnum(c) || c == '_' : isspace(c))
            set_add(&set, (unsigned)c);
    append_set(p, set, letter == 'W' || letter == 'S', 1);
}

static void append_place(struct regex_parser *p, char letter) {
    static const struct {
        char letter;
        unsigned char operation;
    } places[] = {{'<', OP_WORD_START}, {'>', OP_WORD_END}, {'b', OP_WORD_EDGE}, {'B', OP_INSIDE_WORD}, {'`', OP_TEXT_START}, {'\'', OP_TEXT_END}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].letter == letter)
            append(p, places[i].operation, 0, 0);
}

static int parse_alternatives(struct regex_parser *p);

static int parse_group(struct regex_parser *p) {
    int group = ++p->program->groups;
    if (group >= MOST_GROUPS)
        return fail(p, RE_NO_SPACE);
    append(p, OP_SAVE, 0, 2 * group);
    p->depth++;
    if (!parse_alternatives(p))
        return 0;
    struct regex_token token = peek(p);
    if (token.kind != T_CLOSE)
        return fail(p, RE_BAD_PAREN);
    p->at += token.length;
    p->depth--;
    append(p, OP_SAVE, 0, 2 * group + 1);
    if (group < 10)
        p->completed |= 1u << group;
    return 1;
}

/* Whether a caret or a dollar is an anchor here; `before` is where it stands. */
static int is_anchor(struct regex_parser *p, struct regex_token token, int first) {
    if (token.kind == T_CARET)
        return first || has(p, RE_INDEP_ANCHORS | RE_CARET_HERE);
    struct regex_token next = peek_at(p, p->at + token.length);
    return has(p, RE_INDEP_ANCHORS) || next.kind == T_END || next.kind == T_OR || next.kind == T_CLOSE;
}

static int parse_reference(struct regex_parser *p, int group) {
    if (!(p->completed >> group & 1))
        return fail(p, RE_BAD_BACK_REFERENCE);
    p->program->has_back_references = 1;
    append(p, OP_BACK_REFERENCE, 0, group);
    return 1;
}

/* One atom; `*anchor` tells whether it was an anchor, which cannot be repeated. */
static int parse_atom(struct regex_parser *p, struct regex_token token, int first, int *anchor) {
    *anchor = 0;
    if ((token.kind == T_CARET || token.kind == T_DOLLAR) && is_anchor(p, token, first)) {
        append(p, token.kind == T_CARET ? OP_LINE_START : OP_LINE_END, 0, 0);
        *anchor = 1;
        p->at += token.length;
        return 1;
    }
    p->at += token.length;
    switch (token.kind) {
    case T_ANY: append(p, OP_ANY, 0, 0); return 1;
    case T_BRACKET: return parse_bracket(p);
    case T_OPEN: return parse_group(p);
    case T_REFERENCE: return parse_reference(p, token.byte - '0');
    case T_CLASS: append_class(p, (char)token.byte); return 1;
    case T_PLACE: append_place(p, (char)token.byte); *anchor = 1; return 1;
    default: append_byte(p, token); return 1;
    }
}

enum { MOST_REPEATS = 0x7fff, NO_LIMIT = -1, MOST_CODE = 100000 };

static int read_repeats(struct regex_parser *p) {
    int n = -1;
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++)
        n = n > MOST_REPEATS ? n : (n < 0 ? 0 : n) * 10 + (*p->at - '0');
    return n;
}

/* Behind the brace: {n}, {n,}, {n,m} or {,m}. Says whether it is such a one. */
static int read_interval(struct regex_parser *p, int *least, int *most) {
    *least = *most = read_repeats(p);
    if (p->at < p->end && *p->at == ',') {
        p->at++;
        *most = read_repeats(p);
        if (*least < 0)
            *least = 0;
    } else if (*least < 0) {
        return 0;
    }
    if (p->at < p->end && *p->at == '\\' && !has(p, RE_NO_BK_BRACES))
        p->at++;
    else if (!has(p, RE_NO_BK_BRACES))
        return 0;
    return p->at < p->end && *p->at++ == '}';
}

/* Copies the code of an atom to the end. */
static int copy_atom(struct regex_parser *p, int from, int length) {
    if (p->program->count + length > MOST_CODE)
        return fail(p, RE_NO_SPACE);
    for (int i = 0; i < length; i++) {
        struct instruction copy = p->program->code[from + i];
        append(p, copy.operation, copy.byte, copy.to);
    }
    return 1;
}

/* Repeats the atom from `from` on, which is there once. */
static void make_star(struct regex_parser *p, int from) {
    int length = p->program->count - from;
    insert(p, from, OP_SPLIT, length + 2);
    append(p, OP_JUMP, 0, -(length + 1));
}

static void make_option(struct regex_parser *p, int from) {
    insert(p, from, OP_SPLIT, p->program->count - from + 1);
}

static int repeat(struct regex_parser *p, int from, int least, int most) {
    int length = p->program->count - from, at = from;
    if (least > MOST_REPEATS || most > MOST_REPEATS)
        return fail(p, RE_TOO_BIG);
    if (most != NO_LIMIT && most < least)
        return fail(p, RE_BAD_COUNT);
    if (most == 0) {
        /* What can never be entered: jump over it. */
        insert(p, from, OP_JUMP, length + 1);
        return 1;
    }
    for (int i = 1; i < least; i++) {
        at = p->program->count;
        if (!copy_atom(p, from, length))
            return 0;
    }
    if (least == 0) {
        most == NO_LIMIT ? make_star(p, from) : make_option(p, from);
        at = from + 1;
    } else if (most == NO_LIMIT) {
        append(p, OP_SPLIT_BACK, 0, -length);
    }
    for (int i = least ? least : 1; most != NO_LIMIT && i < most; i++) {
        int next = p->program->count;
        if (!copy_atom(p, at, length))
            return 0;
        make_option(p, next);
    }
    return 1;
}

/* What is wrong with an interval: it has no end, or something else. */
static enum regex_error interval_error(struct regex_parser *p) {
    for (; p->at < p->end; p->at++)
        if (has(p, RE_NO_BK_BRACES) ? *p->at == '}' : *p->at == '\\' && p->at + 1 < p->end && p->at[1] == '}')
            return RE_BAD_COUNT;
    return RE_BAD_BRACE;
}

/* The operators behind an atom. In basic syntax there is one. */
static int parse_operators(struct regex_parser *p, int from) {
    for (int more = 0;; more = 1) {
        struct regex_token token = peek(p);
        if (more && has(p, RE_INVALID_DUP) && (token.kind == T_STAR || token.kind == T_BRACE))
            return fail(p, RE_BAD_REPEAT);
        const char *before = p->at;
        int least = 0, most = NO_LIMIT;
        p->at += token.length;
        switch (token.kind) {
        case T_STAR: break;
        case T_PLUS: least = 1; break;
        case T_OPTION: most = 1; break;
        case T_BRACE:
            if (read_interval(p, &least, &most))
                break;
            if (has(p, RE_INVALID_INTERVAL_ORD))
                __braid_unsupported("a regular expression in which an interval that is none stands for itself");
            p->at = before + token.length;
            return fail(p, interval_error(p));
        default: p->at = before; return 1;
        }
        if (!repeat(p, from, least, most))
            return 0;
    }
}

static int is_operator(enum token_kind kind) {
    return kind == T_STAR || kind == T_PLUS || kind == T_OPTION || kind == T_BRACE;
}

static int ends_branch(const struct regex_parser *p, struct regex_token token) {
    return token.kind == T_END || token.kind == T_OR || (token.kind == T_CLOSE && (p->depth > 0 || !has(p, RE_RIGHT_PAREN_ORD)));
}

/* An operator where there is nothing to repeat. Says whether it is an ordinary character. */
static int is_ordinary(struct regex_parser *p, struct regex_token token) {
    if (token.kind == T_BRACE && has(p, RE_INVALID_DUP))
        return fail(p, RE_BAD_REPEAT);
    if (has(p, RE_INVALID_OPS))
        return fail(p, RE_BAD_REPEAT);
    return 1;
}

static int parse_branch(struct regex_parser *p) {
    int first = 1, anchor = 0;
    for (;;) {
        struct regex_token token = peek(p);
        if (p->error)
            return 0;
        if (ends_branch(p, token))
            return 1;
        int from = p->program->count;
        if (is_operator(token.kind) && (first || anchor)) {
            if (!is_ordinary(p, token))
                return 0;
            if (has(p, RE_INDEP_OPS)) {
                p->at += token.length;
                continue;
            }
            token.kind = T_BYTE;
        }
        if (!parse_atom(p, token, first, &anchor))
            return 0;
        first = 0;
        if (!anchor && !parse_operators(p, from))
            return 0;
    }
}

/* Groups of one alternative are not known in another. */
static int parse_alternatives(struct regex_parser *p) {
    int from = p->program->count;
    unsigned before = p->completed;
    if (!parse_branch(p))
        return 0;
    struct regex_token token = peek(p);
    if (token.kind != T_OR)
        return 1;
    p->at += token.length;
    insert(p, from, OP_SPLIT, p->program->count - from + 2);
    int jump = append(p, OP_JUMP, 0, 0);
    unsigned of_first = p->completed;
    p->completed = before;
    if (!parse_alternatives(p))
        return 0;
    p->completed |= of_first;
    p->program->code[jump].to = p->program->count - jump;
    return 1;
}

API enum regex_error __braid_regex_compile(struct program *program, const char *pattern, size_t n, unsigned long syntax, const unsigned char *translate) {
    struct regex_parser p = {.at = pattern, .start = pattern, .end = pattern + n, .syntax = syntax, .translate = translate, .program = program};
    append(&p, OP_SAVE, 0, 0);
    if (parse_alternatives(&p) && p.at != p.end)
        fail(&p, peek(&p).kind == T_CLOSE ? RE_BAD_RIGHT_PAREN : RE_BAD_PATTERN);
    append(&p, OP_SAVE, 0, 1);
    append(&p, OP_MATCH, 0, 0);
    return p.error;
}

API void __braid_regex_free(struct program *program) {
    if (program->code)
        __braid_free(program->code);
    if (program->sets)
        __braid_free(program->sets);
    *program = (struct program){0};
}
