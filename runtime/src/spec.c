/* A conversion of printf as the format gives it: flags, width, precision, length, letter. */
#include "format.h"

/* An argument that a number stands for. */
union argument {
    int of_int;
    long of_long;
    long long of_long_long;
    double of_double;
    long double of_long_double;
    void *of_pointer;
};

enum argument_type { NO_ARGUMENT_YET, AN_INT, A_LONG, A_LONG_LONG, A_DOUBLE, A_LONG_DOUBLE, A_POINTER };
enum { MOST_ARGUMENTS = 64 };

/* The arguments, in a struct so that functions can share their position. Where a format numbers them, they are first found (`types`) and then taken from
 * `values`, of which `next` is the one for the conversion at hand. */
struct arguments {
    va_list list;
    union argument *values;
    unsigned char *types;
    int next;
};

/* The next argument of a type. A function each, so that a conversion brings the code of its own type alone. */
#define NEXT_ARGUMENT(name, type)                                                                                     \
    static type next_##name(struct arguments *arguments) {                                                            \
        return arguments->values ? arguments->values[arguments->next].of_##name : va_arg(arguments->list, type);      \
    }

NEXT_ARGUMENT(int, int)
NEXT_ARGUMENT(long, long)
NEXT_ARGUMENT(long_long, long long)
NEXT_ARGUMENT(double, double)
NEXT_ARGUMENT(long_double, long double)
NEXT_ARGUMENT(pointer, void *)

/* Pads to the width around a text of `length`, before it (side 0) or behind it (side 1). */
static void emit_padding(struct sink *sink, const struct spec *spec, size_t length, int side) {
    if (spec->left == side)
        emit_run(sink, ' ', excess(spec->width, length), spec->width);
}

static void format_text(struct sink *sink, const struct spec *spec, const char *text, size_t length) {
    emit_padding(sink, spec, length, 0);
    emit(sink, text, length);
    emit_padding(sink, spec, length, 1);
}

static const char *read_flags(const char *s, struct spec *spec) {
    for (;; s++) {
        switch (*s) {
        case '-': spec->left = 1; break;
        case '0': spec->zero = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '\'':
        case 'I': break;
        default: return s;
        }
    }
}

/* A number and its $; `*index` counts from 0. */
static const char *read_index(const char *s, int *index) {
    int n = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n <= MOST_ARGUMENTS ? n * 10 + (*s - '0') : n;
    if (n < 1 || n > MOST_ARGUMENTS || *s != '$')
        __braid_unsupported("printf with numbered arguments, of which some have no number or one beyond 64");
    *index = n - 1;
    return s + 1;
}

/* The number of an argument for a width or precision, in a format that has such. */
static const char *read_numbered_count(const char *s, int64_t *count, struct arguments *arguments) {
    int index;
    s = read_index(s, &index);
    if (arguments->types)
        arguments->types[index] = AN_INT;
    *count = arguments->values ? arguments->values[index].of_int : 0;
    return s;
}

/* A number in the format, or an argument for *. */
static const char *read_count(const char *s, int64_t *count, struct arguments *arguments) {
    if (*s == '*' && (arguments->types || arguments->values))
        return read_numbered_count(s + 1, count, arguments);
    if (*s == '*') {
        *count = next_int(arguments);
        return s + 1;
    }
    for (*count = 0; *s >= '0' && *s <= '9'; s++)
        if (*count <= INT_MAX)
            *count = *count * 10 + (*s - '0');
    return s;
}

static const char *read_length(const char *s, enum length *length) {
    switch (*s) {
    case 'h': *length = s[1] == 'h' ? CHAR : SHORT; return s + (s[1] == 'h' ? 2 : 1);
    case 'l': *length = s[1] == 'l' ? LONG_LONG : LONG; return s + (s[1] == 'l' ? 2 : 1);
    case 'j': *length = LONG_LONG; return s + 1;
    case 'z':
    case 'Z':
    case 't': *length = LONG; return s + 1;
    case 'q':
    case 'L': *length = LONG_DOUBLE; return s + 1;
    default: return s;
    }
}

/* Reads a conversion behind its %; returns its end. */
static const char *read_spec(const char *s, struct spec *spec, struct arguments *arguments) {
    int64_t width;
    if (*s != '%' && (arguments->types || arguments->values))
        s = read_index(s, &arguments->next);
    s = read_count(read_flags(s, spec), &width, arguments);
    spec->left |= width < 0;
    int64_t magnitude = width < 0 ? -width : width;
    spec->width = magnitude > INT_MAX ? (size_t)INT_MAX + 1 : (size_t)magnitude;
    spec->precision = -1;
    if (*s == '.')
        s = read_count(s + 1, &spec->precision, arguments);
    s = read_length(s, &spec->length);
    spec->letter = *s;
    return s + 1;
}
