/* The scanf family. A conversion takes characters one by one from a text or a stream and gives back the one behind its end; where
 * glibc and the standard differ (0x without a digit, 1e without an exponent), it is glibc.
 *
 * Integers are summed up without branches on their digits: a symbolic text forks on where its number ends and not on its value. */
#include "scan.h"

#include "integer.h"

double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);

/* Where values go: the arguments from the next on, and all of them for those with a number. */
struct targets {
    va_list next, all;
};

/* Characters of a number, as many as there are. */
struct collected {
    char *bytes;
    size_t count, room;
};

static void collect(struct collected *collected, int c) {
    if (collected->count + 1 >= collected->room) {
        size_t room = collected->room ? 2 * collected->room : 64;
        char *larger = __braid_alloc(room, 16, 0);
        if (collected->bytes) {
            memcpy(larger, collected->bytes, collected->count);
            __braid_free(collected->bytes);
        }
        collected->bytes = larger;
        collected->room = room;
    }
    collected->bytes[collected->count++] = (char)c;
    collected->bytes[collected->count] = 0;
}

static int skip_white(struct source *source) {
    int c;
    do
        c = take(source);
    while (c != END_OF_FILE && is_white((char)c));
    give_back(source, c);
    return c;
}

static void store_integer(const struct directive *directive, void *to, uint64_t n) {
    switch (directive->length) {
    case SCAN_CHAR: *(char *)to = (char)n; break;
    case SCAN_SHORT: *(short *)to = (short)n; break;
    case SCAN_LONG: *(long *)to = (long)n; break;
    case SCAN_LONG_LONG:
    case SCAN_LONG_DOUBLE: *(long long *)to = (long long)n; break;
    default: *(int *)to = (int)n;
    }
}

/* Skips 0x or 0b where `base` allows it; `*digits` counts the zero. Returns the character behind. */
static int scan_prefix(struct source *source, int c, int *width, unsigned *base, int *digits, int c23) {
    if (c != '0') {
        *base = *base ? *base : 10;
        return c;
    }
    *digits = 1;
    c = take_within(source, width);
    if ((c | 32) == 'x' && (*base == 0 || *base == 16)) {
        *base = 16;
        return take_within(source, width);
    }
    if (c23 && (c | 32) == 'b' && (*base == 0 || *base == 2)) {
        *base = 2;
        return take_within(source, width);
    }
    *base = *base ? *base : 8;
    return c;
}

/* The value as strtol or strtoul of the type gives it. */
static uint64_t bounded(struct number number, int is_signed, int wide) {
    uint64_t most = wide ? UINT64_MAX : (uint64_t)ULONG_MAX;
    if (!is_signed) {
        if (!(number.overflow | (number.magnitude > most)))
            return number.negative ? -number.magnitude : number.magnitude;
        errno = E_RANGE;
        return most;
    }
    uint64_t limit = most / 2 + (unsigned)number.negative;
    if (number.overflow | (number.magnitude > limit)) {
        errno = E_RANGE;
        number.magnitude = limit;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

/* The rest of "(nil)". */
static int scan_nil(struct source *source, int *width) {
    static const char rest[] = "nil)";
    for (int i = 0; rest[i]; i++)
        if ((take_within(source, width) | (rest[i] == ')' ? 0 : 32)) != rest[i])
            return 0;
    return 1;
}

static enum outcome scan_integer(struct source *source, struct directive *directive, unsigned base, void *to, int c23) {
    struct number number = {0, 0, 0};
    int width = directive->width, digits = 0, c = take_within(source, &width);
    unsigned digit;
    if (c == END_OF_FILE)
        return NO_INPUT;
    if (c == '-' || c == '+') {
        number.negative = c == '-';
        c = take_within(source, &width);
    } else if (directive->letter == 'p' && c == '(' && scan_nil(source, &width)) {
        *(void **)to = 0;
        return STORED;
    }
    c = scan_prefix(source, c, &width, &base, &digits, c23);
    for (; c != END_OF_FILE && (digit = digit_value((char)c)) < base; c = take_within(source, &width)) {
        add_digit(&number, digit, base);
        digits = 1;
    }
    give_back(source, c);
    if (!digits)
        return MISMATCH;
    if (directive->suppressed)
        return SKIPPED;
    int is_signed = directive->letter == 'd' || directive->letter == 'i';
    uint64_t n = bounded(number, is_signed, directive->length >= SCAN_LONG_LONG);
    if (directive->letter == 'p')
        *(void **)to = (void *)(uintptr_t)n;
    else
        store_integer(directive, to, n);
    return STORED;
}

/* The rest of a word, in any case, up to its zero. */
static int scan_word(struct source *source, struct collected *text, const char *rest, int *width) {
    for (; *rest; rest++) {
        int c = take_within(source, width);
        if (c == END_OF_FILE || (c | 32) != *rest)
            return 0;
        collect(text, c);
    }
    return 1;
}

/* The characters of "nan", "inf" or "infinity" behind the first. */
static int scan_special(struct source *source, struct collected *text, int first, int *width) {
    if (first == 'n')
        return scan_word(source, text, "an", width);
    if (!scan_word(source, text, "nf", width))
        return 0;
    int c = take_within(source, width);
    if ((c | 32) != 'i' || c == END_OF_FILE) {
        give_back(source, c);
        return 1;
    }
    collect(text, c);
    return scan_word(source, text, "nity", width);
}

/* The characters of a number in digits, from `c` on. Says whether that could be one. */
static int scan_digits(struct source *source, struct collected *text, int c, int *width) {
    size_t before = text->count, prefix = 0;
    int digits = 0, point = 0, exponent = 0, letter = 'e';
    if (c == '0') {
        collect(text, c);
        c = take_within(source, width);
        if (c != END_OF_FILE && (c | 32) == 'x' && *width != 0) {
            collect(text, c);
            letter = 'p';
            prefix = 2;
            c = take_within(source, width);
        } else {
            digits = 1;
        }
    }
    for (; c != END_OF_FILE; c = take_within(source, width)) {
        if (digit_value((char)c) <= 9 || (prefix && !exponent && digit_value((char)c) <= 15)) {
            digits = 1;
        } else if (exponent && (text->bytes[text->count - 1] | 32) == letter && (c == '-' || c == '+')) {
            /* The sign of the exponent. */
        } else if (digits && !exponent && (c | 32) == letter) {
            exponent = point = 1;
        } else if (!point && c == '.') {
            point = 1;
        } else {
            break;
        }
        collect(text, c);
    }
    give_back(source, c);
    return text->count > before + prefix;
}

static enum outcome store_real(const struct directive *directive, const struct collected *text, void *to) {
    char *end;
    if (directive->length == SCAN_LONG_DOUBLE || directive->length == SCAN_LONG_LONG) {
        long double n = strtold(text->bytes, &end);
        if (end != text->bytes && !directive->suppressed)
            *(long double *)to = n;
    } else if (directive->length == SCAN_LONG) {
        double n = strtod(text->bytes, &end);
        if (end != text->bytes && !directive->suppressed)
            *(double *)to = n;
    } else {
        float n = strtof(text->bytes, &end);
        if (end != text->bytes && !directive->suppressed)
            *(float *)to = n;
    }
    if (end == text->bytes)
        return MISMATCH;
    return directive->suppressed ? SKIPPED : STORED;
}

static enum outcome scan_real(struct source *source, struct directive *directive, void *to) {
    struct collected text = {0, 0, 0};
    int width = directive->width, c = take_within(source, &width), fits;
    if (c == END_OF_FILE)
        return NO_INPUT;
    if (c == '-' || c == '+') {
        collect(&text, c);
        c = take_within(source, &width);
    }
    if (c != END_OF_FILE && ((c | 32) == 'n' || (c | 32) == 'i')) {
        collect(&text, c);
        fits = scan_special(source, &text, c | 32, &width);
    } else {
        fits = scan_digits(source, &text, c, &width);
    }
    enum outcome outcome = fits ? store_real(directive, &text, to) : MISMATCH;
    if (text.bytes)
        __braid_free(text.bytes);
    return outcome;
}

static const char *read_scan_length(const char *s, struct directive *directive) {
    for (;; s++) {
        switch (*s) {
        case 'h': directive->length = directive->length == SCAN_SHORT ? SCAN_CHAR : SCAN_SHORT; break;
        case 'l': directive->length = directive->length == SCAN_LONG ? SCAN_LONG_LONG : SCAN_LONG; break;
        case 'j':
        case 'q': directive->length = SCAN_LONG_LONG; break;
        case 'L': directive->length = SCAN_LONG_DOUBLE; break;
        case 'z':
        case 't': directive->length = SCAN_LONG; break;
        case 'm': directive->allocating = 1; break;
        case '\'':
        case 'I': break;
        default: return s;
        }
    }
}

/* A number in the format, negative if there is none. */
static int read_decimal(const char **s) {
    int n = 0;
    if (digit_value(**s) > 9)
        return -1;
    for (; digit_value(**s) <= 9; ++*s)
        n = n > INT_MAX / 10 - 1 ? n : n * 10 + (**s - '0');
    return n;
}

/* Reads a directive behind its %; returns its end. */
static const char *read_directive(const char *s, struct directive *directive) {
    *directive = (struct directive){.width = -1};
    int number = read_decimal(&s);
    if (*s == '$') {
        directive->argument = number;
        s++;
    } else if (number >= 0) {
        directive->width = number;
    }
    for (; *s == '*' || *s == '\'' || *s == 'I'; s++)
        directive->suppressed |= *s == '*';
    if (directive->width < 0)
        directive->width = read_decimal(&s);
    directive->width = directive->width ? directive->width : -1;
    s = read_scan_length(s, directive);
    directive->letter = *s;
    if (*s != '[')
        return *s ? s + 1 : s;
    directive->inverted = *++s == '^';
    s += directive->inverted;
    directive->set = s;
    s += *s == ']';
    while (*s && *s != ']')
        s++;
    directive->set_end = s;
    return *s ? s + 1 : s;
}

static void store_taken(const struct source *source, const struct directive *directive, void *to) {
    if (!directive->suppressed)
        store_integer(directive, to, source->taken);
}

/* Carries out one conversion; `to` is its argument. */
static enum outcome convert_input(struct source *source, struct directive *directive, void *to, int c23) {
    switch (directive->letter) {
    case 'd':
    case 'u': return scan_integer(source, directive, 10, to, 0);
    case 'i': return scan_integer(source, directive, 0, to, c23);
    case 'b': return scan_integer(source, directive, 2, to, 1);
    case 'o': return scan_integer(source, directive, 8, to, 0);
    case 'x':
    case 'X':
    case 'p': return scan_integer(source, directive, 16, to, 0);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return scan_real(source, directive, to);
    case 's':
    case 'c':
    case '[':
    case 'S':
    case 'C': return scan_text(source, directive, to);
    case 'n': store_taken(source, directive, to); return SKIPPED;
    default: __braid_unsupported("scanf with an unknown conversion");
    }
}

/* A character of the format that stands for itself. */
static enum outcome match(struct source *source, wchar_t wanted) {
    int c = take(source);
    if (c != END_OF_FILE && last_taken(source, c) == wanted)
        return SKIPPED;
    give_back(source, c);
    return c == END_OF_FILE ? NO_INPUT : MISMATCH;
}

static int skips_white(char letter) {
    return letter != 'c' && letter != 'C' && letter != '[' && letter != 'n';
}

/* The target of a directive: the next argument, or the one with its number. */
static void *target_of(const struct directive *directive, struct targets *targets) {
    void *to = 0;
    va_list list;
    if (directive->suppressed)
        return 0;
    if (directive->argument == 0)
        return va_arg(targets->next, void *);
    va_copy(list, targets->all);
    for (int i = 0; i < directive->argument; i++)
        to = va_arg(list, void *);
    va_end(list);
    return to;
}

static enum outcome scan_directive(struct source *source, struct directive *directive, struct targets *targets, int c23) {
    if (skips_white(directive->letter))
        skip_white(source);
    if (directive->letter == '%')
        return match(source, '%');
    return convert_input(source, directive, target_of(directive, targets), c23);
}

/* Where a part of the format is in wide characters, if it is. */
static const wchar_t *in_wide(const struct source *source, const char *format, const char *part) {
    return source->format ? source->format + (part - format) : 0;
}

int __braid_scan(struct source *source, const char *format, va_list given, int c23) {
    const char *s = format;
    int stored = 0;
    enum outcome outcome = SKIPPED;
    struct targets targets;
    va_copy(targets.next, given);
    va_copy(targets.all, given);
    while (*s && outcome <= SKIPPED) {
        if (source->format ? iswspace((unsigned)*in_wide(source, format, s)) : is_white(*s)) {
            skip_white(source);
            s++;
        } else if (*s != '%') {
            outcome = match(source, source->format ? *in_wide(source, format, s) : (unsigned char)*s);
            s++;
        } else {
            struct directive directive;
            s = read_directive(s + 1, &directive);
            directive.wide_set = in_wide(source, format, directive.set);
            outcome = scan_directive(source, &directive, &targets, c23);
            stored += outcome == STORED;
        }
    }
    va_end(targets.next);
    va_end(targets.all);
    return outcome == NO_INPUT && stored == 0 ? END_OF_FILE : stored;
}

/* Each function under C's name, and those that glibc's headers use for newer standards. */
#define SCANF(prefix, c23)                                                                                            \
    API int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {                       \
        struct source source = {.stream = stream};                                                                    \
        return is_oriented(stream, OF_BYTES) ? __braid_scan(&source, format, list, c23) : END_OF_FILE;                \
    }                                                                                                                 \
    API int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list list) {                   \
        struct source source = {.text = text};                                                                        \
        return __braid_scan(&source, format, list, c23);                                                              \
    }                                                                                                                 \
    SCANF_NAMES(prefix, char, scanf)

SCANF(, 0)
SCANF(__isoc99_, 0)
SCANF(__isoc23_, 1)
