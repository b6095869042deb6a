/* Formatted text: the conversions of printf.
 *
 * A conversion is read into a `spec` and carried out by the function of its letter. An integer that is symbolic takes a
 * loop of fixed length, and its text has a symbolic length: printing a number does not fork. */
#include "runtime.h"

/* A null pointer is printed as a word, unless that is cut off. */
static void format_string(struct sink *sink, const struct spec *spec, const char *text) {
    if (!text)
        text = spec->precision >= 0 && spec->precision < 6 ? "" : "(null)";
    format_text(sink, spec, text, spec->precision < 0 ? strlen(text) : strnlen(text, (size_t)spec->precision));
}

/* Sign or prefix, zeros and digits of an integer; `sign` is 0 for none, and may be symbolic in base
 * 10. */
static void format_integer(struct sink *sink, const struct spec *spec, uint64_t n, char sign, unsigned base) {
    int upper = spec->letter == 'X' || spec->letter == 'B';
    char digits[MOST_DIGITS], prefix[3] = {sign};
    size_t count = write_digits(digits + MOST_DIGITS, n, base, upper ? "0123456789ABCDEF" : "0123456789abcdef");
    size_t before = sign != 0, least = spec->precision < 0 ? 1 : (size_t)spec->precision;
    if (spec->alternate && (base == 16 || base == 2)) {
        prefix[before] = '0';
        prefix[before + 1] = spec->letter == 'p' ? 'x' : spec->letter;
        before += 2 * (size_t)(n != 0);
    }
    size_t zeros = excess(least, count), most_zeros = least;
    if (spec->alternate && base == 8) {
        zeros += (zeros == 0) & ((n != 0) | (spec->precision == 0));
        most_zeros++;
    }
    if (spec->zero && !spec->left && spec->precision < 0) {
        zeros += excess(spec->width, before + zeros + count);
        most_zeros += spec->width;
    }
    size_t length = before + zeros + count;
    emit_padding(sink, spec, length, 0);
    emit(sink, prefix, before);
    emit_run(sink, '0', zeros, most_zeros);
    emit(sink, digits + MOST_DIGITS - count, count);
    emit_padding(sink, spec, length, 1);
}

static int64_t next_signed(const struct spec *spec, struct arguments *arguments) {
    switch (spec->length) {
    case PLAIN: return va_arg(arguments->list, int);
    case CHAR: return (signed char)va_arg(arguments->list, int);
    case SHORT: return (short)va_arg(arguments->list, int);
    case LONG: return va_arg(arguments->list, long);
    default: return va_arg(arguments->list, long long);
    }
}

static uint64_t next_unsigned(const struct spec *spec, struct arguments *arguments) {
    switch (spec->length) {
    case PLAIN: return va_arg(arguments->list, unsigned);
    case CHAR: return (unsigned char)va_arg(arguments->list, unsigned);
    case SHORT: return (unsigned short)va_arg(arguments->list, unsigned);
    case LONG: return va_arg(arguments->list, unsigned long);
    default: return va_arg(arguments->list, unsigned long long);
    }
}

static void format_signed(struct sink *sink, const struct spec *spec, int64_t n) {
    char other = spec->plus ? '+' : spec->space ? ' ' : 0;
    char sign = n < 0 ? '-' : other;
    uint64_t magnitude = n < 0 ? -(uint64_t)n : (uint64_t)n;
    format_integer(sink, spec, magnitude, sign, 10);
}

static void format_pointer(struct sink *sink, struct spec *spec, void *pointer) {
    if (!pointer) {
        format_text(sink, spec, "(nil)", 5);
        return;
    }
    spec->alternate = 1;
    format_integer(sink, spec, (uintptr_t)pointer, spec->plus ? '+' : spec->space ? ' ' : 0, 16);
}

static void format_char(struct sink *sink, const struct spec *spec, int c) {
    char text = (char)c;
    if (spec->length == LONG)
        __braid_unsupported("printf of a wide character");
    format_text(sink, spec, &text, 1);
}

static void format_real_argument(struct sink *sink, const struct spec *spec, struct arguments *arguments) {
    if (spec->length == LONG_DOUBLE)
        format_extended(sink, spec, va_arg(arguments->list, long double));
    else
        format_double(sink, spec, va_arg(arguments->list, double));
}

/* Carries out one conversion. */
static void convert(struct sink *sink, struct spec *spec, struct arguments *arguments) {
    switch (spec->letter) {
    case 'd':
    case 'i': format_signed(sink, spec, next_signed(spec, arguments)); break;
    case 'u': format_integer(sink, spec, next_unsigned(spec, arguments), 0, 10); break;
    case 'o': format_integer(sink, spec, next_unsigned(spec, arguments), 0, 8); break;
    case 'x':
    case 'X': format_integer(sink, spec, next_unsigned(spec, arguments), 0, 16); break;
    case 'b':
    case 'B': format_integer(sink, spec, next_unsigned(spec, arguments), 0, 2); break;
    case 'c': format_char(sink, spec, va_arg(arguments->list, int)); break;
    case 's':
        if (spec->length == LONG)
            __braid_unsupported("printf of a wide string");
        format_string(sink, spec, va_arg(arguments->list, const char *));
        break;
    case 'p': format_pointer(sink, spec, va_arg(arguments->list, void *)); break;
    case 'm': format_string(sink, spec, strerror(errno)); break;
    case '%': emit(sink, "%", 1); break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': format_real_argument(sink, spec, arguments); break;
    case 'n': __braid_unsupported("printf with %n");
    default: __braid_unsupported("printf with an unknown conversion");
    }
}

/* Writes the text of `format` to `sink`; returns its length, or -1 if that is no int. */
static int format_all(struct sink *sink, const char *format, struct arguments *arguments) {
    while (*format) {
        const char *end = format;
        while (*end && *end != '%')
            end++;
        if (end > format)
            emit(sink, format, (size_t)(end - format));
        format = end;
        if (*end == '%') {
            struct spec spec = {0};
            format = read_spec(end + 1, &spec, arguments);
            if (spec.width > INT_MAX || spec.precision > INT_MAX) {
                errno = E_OVERFLOW;
                return -1;
            }
            convert(sink, &spec, arguments);
        }
    }
    emit_end(sink);
    if (!braid_is_symbolic(sink->count) && sink->count > INT_MAX) {
        errno = E_OVERFLOW;
        return -1;
    }
    return (int)sink->count;
}
