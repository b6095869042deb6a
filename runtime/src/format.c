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
    case PLAIN: return next_int(arguments);
    case CHAR: return (signed char)next_int(arguments);
    case SHORT: return (short)next_int(arguments);
    case LONG: return next_long(arguments);
    default: return next_long_long(arguments);
    }
}

static uint64_t next_unsigned(const struct spec *spec, struct arguments *arguments) {
    switch (spec->length) {
    case PLAIN: return (unsigned)next_int(arguments);
    case CHAR: return (unsigned char)(unsigned)next_int(arguments);
    case SHORT: return (unsigned short)(unsigned)next_int(arguments);
    case LONG: return (unsigned long)next_long(arguments);
    default: return (unsigned long long)next_long_long(arguments);
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
    format_text(sink, spec, &text, 1);
}

/* Null where no program sets a locale or uses wide characters: then ASCII is all there is. */
MAYBE size_t wcrtomb(char *restrict to, wchar_t c, void *restrict state);

/* Puts the bytes of a wide character at `to`, which has room for the longest; returns how many, or SIZE_MAX. */
static size_t encode(char *to, wchar_t c) {
    if (wcrtomb)
        return wcrtomb(to, c, 0);
    *to = (char)c;
    if ((unsigned)c < 128)
        return 1;
    errno = E_ILSEQ;
    return SIZE_MAX;
}

enum { LONGEST_CHARACTER = 16 };

static void format_wide_char(struct sink *sink, const struct spec *spec, wchar_t c) {
    char bytes[LONGEST_CHARACTER];
    size_t length = encode(bytes, c);
    if (length == SIZE_MAX)
        sink->failed = sink->stopped = 1;
    else
        format_text(sink, spec, bytes, length);
}

/* The bytes of a wide text, as far as whole characters fit into `most`; SIZE_MAX if one has none. Writes them if `sink` is there. */
static size_t encode_all(struct sink *sink, const wchar_t *text, size_t most) {
    char bytes[LONGEST_CHARACTER];
    size_t all = 0;
    while (all < most && *text) {
        size_t length = encode(bytes, *text++);
        if (length == SIZE_MAX)
            return SIZE_MAX;
        if (length > most - all)
            break;
        all += length;
        if (sink)
            emit(sink, bytes, length);
    }
    return all;
}

static void format_wide_string(struct sink *sink, const struct spec *spec, const wchar_t *text) {
    if (!text) {
        format_string(sink, spec, 0);
        return;
    }
    size_t most = spec->precision < 0 ? SIZE_MAX - 1 : (size_t)spec->precision, length = encode_all(0, text, most);
    if (length == SIZE_MAX) {
        sink->failed = sink->stopped = 1;
        return;
    }
    emit_padding(sink, spec, length, 0);
    encode_all(sink, text, most);
    emit_padding(sink, spec, length, 1);
}

static void format_any_char(struct sink *sink, const struct spec *spec, int c) {
    if (sink->format)
        __braid_format_wide_char(sink, spec, c);
    else if (takes_wide(spec))
        format_wide_char(sink, spec, c);
    else
        format_char(sink, spec, c);
}

static void format_any_string(struct sink *sink, const struct spec *spec, const void *text) {
    if (sink->format && text)
        __braid_format_wide_text(sink, spec, text);
    else if (takes_wide(spec))
        format_wide_string(sink, spec, text);
    else
        format_string(sink, spec, text);
}

/* %n: the length so far. */
static void store_count(const struct sink *sink, const struct spec *spec, void *to) {
    switch (spec->length) {
    case PLAIN: *(int *)to = (int)sink->count; break;
    case CHAR: *(signed char *)to = (signed char)sink->count; break;
    case SHORT: *(short *)to = (short)sink->count; break;
    case LONG: *(long *)to = (long)sink->count; break;
    default: *(long long *)to = (long long)sink->count;
    }
}

static void format_real_argument(struct sink *sink, const struct spec *spec, struct arguments *arguments) {
    if (spec->length == LONG_DOUBLE)
        format_extended(sink, spec, next_long_double(arguments));
    else
        format_double(sink, spec, next_double(arguments));
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
    case 'c':
    case 'C': format_any_char(sink, spec, next_int(arguments)); break;
    case 's':
    case 'S': format_any_string(sink, spec, next_pointer(arguments)); break;
    case 'p': format_pointer(sink, spec, next_pointer(arguments)); break;
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
    case 'n': store_count(sink, spec, next_pointer(arguments)); break;
    default: __braid_unsupported("printf with an unknown conversion");
    }
}

/* The type of the argument that a conversion takes. */
static enum argument_type type_of(const struct spec *spec) {
    switch (spec->letter) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return spec->length == LONG_DOUBLE ? A_LONG_DOUBLE : A_DOUBLE;
    case 's':
    case 'S':
    case 'p':
    case 'n': return A_POINTER;
    case 'm':
    case '%': return NO_ARGUMENT_YET;
    case 'c':
    case 'C': return AN_INT;
    default: return spec->length <= SHORT ? AN_INT : spec->length == LONG ? A_LONG : A_LONG_LONG;
    }
}

static void take_argument_of(va_list *list, enum argument_type type, union argument *value) {
    switch (type) {
    case AN_INT: value->of_int = va_arg(*list, int); break;
    case A_LONG: value->of_long = va_arg(*list, long); break;
    case A_LONG_LONG: value->of_long_long = va_arg(*list, long long); break;
    case A_DOUBLE: value->of_double = va_arg(*list, double); break;
    case A_LONG_DOUBLE: value->of_long_double = va_arg(*list, long double); break;
    case A_POINTER: value->of_pointer = va_arg(*list, void *); break;
    default: __braid_unsupported("printf with numbered arguments, of which one is left out");
    }
}

/* Finds the types of numbered arguments and takes them in their order. */
static void take_numbered(const char *format, struct arguments *arguments, union argument *values) {
    unsigned char types[MOST_ARGUMENTS] = {0};
    int last = -1;
    arguments->types = types;
    while ((format = strchr(format, '%'))) {
        struct spec spec = {0};
        format = read_spec(format + 1, &spec, arguments);
        if (type_of(&spec))
            types[arguments->next] = (unsigned char)type_of(&spec);
    }
    for (int i = 0; i < MOST_ARGUMENTS; i++)
        last = types[i] ? i : last;
    for (int i = 0; i <= last; i++)
        take_argument_of(&arguments->list, types[i], &values[i]);
    arguments->types = 0;
    arguments->values = values;
}

/* Whether the first conversion numbers its argument: then all do. */
static int is_numbered(const char *format) {
    while ((format = strchr(format, '%')) && format[1] == '%')
        format += 2;
    if (!format)
        return 0;
    do
        format++;
    while (*format >= '0' && *format <= '9');
    return *format == '$';
}

static int format_each(struct sink *sink, const char *format, struct arguments *arguments);

/* Writes the text of `format` to `sink`; returns its length, or -1 if that is no int. */
static int format_all(struct sink *sink, const char *format, struct arguments *arguments) {
    arguments->values = 0;
    arguments->types = 0;
    if (!is_numbered(format))
        return format_each(sink, format, arguments);
    union argument values[MOST_ARGUMENTS];
    take_numbered(format, arguments, values);
    return format_each(sink, format, arguments);
}

/* A part of the format that begins at `start`. */
static void emit_plain(struct sink *sink, const char *start, const char *part, size_t n) {
    if (sink->format)
        __braid_put_wide(sink, sink->format + (part - start), n);
    else
        emit(sink, part, n);
}

static int format_each(struct sink *sink, const char *format, struct arguments *arguments) {
    const char *start = format;
    while (*format && !sink->stopped) {
        const char *end = format;
        while (*end && *end != '%')
            end++;
        if (end > format)
            emit_plain(sink, start, format, (size_t)(end - format));
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
    if (sink->failed)
        return -1;
    if (!braid_is_symbolic(sink->count) && sink->count > INT_MAX) {
        errno = E_OVERFLOW;
        return -1;
    }
    return (int)sink->count;
}
