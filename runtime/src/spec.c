/* A conversion of printf as the format gives it: flags, width, precision, length, letter. */
#include "runtime.h"

/* The arguments, in a struct so that functions can share their position. */
struct arguments {
    va_list list;
};

/* Of long and of pointers, of long long, of long double (and of long long). */
enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* A conversion as the format gives it. */
struct spec {
    /* Flags: - 0 + space #. */
    int left, zero, plus, space, alternate;
    /* The least width; 0 if none is given. */
    size_t width;
    /* Negative if none is given. */
    int64_t precision;
    enum length length;
    char letter;
};

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

/* A number in the format, or an argument for *. */
static const char *read_count(const char *s, int64_t *count, struct arguments *arguments) {
    if (*s == '*') {
        *count = va_arg(arguments->list, int);
        return s + 1;
    }
    for (*count = 0; *s >= '0' && *s <= '9'; s++)
        if (*count <= INT_MAX)
            *count = *count * 10 + (*s - '0');
    if (*s == '$')
        __braid_unsupported("printf with numbered arguments");
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
