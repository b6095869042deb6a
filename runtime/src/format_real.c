/* Floating-point numbers as text: %f, %e and %g exact to the last digit, %a. */
#include "runtime.h"

/* The pieces of a number's text, in their order. */
struct layout {
    /* Digits before and behind the point, as positions in the decimal number: [start, point) and [point, end). */
    int start, point, end;
    int has_point;
    /* The exponent with its letter and sign, if it has one. */
    char exponent[8];
    int exponent_length;
};

/* Digits at the positions [from, to) of a number; where it has none they are 0. `d` holds characters. */
static void emit_digits(struct sink *sink, const struct decimal *d, int from, int to) {
    int before = from < 0 ? (to < 0 ? to : 0) - from : 0;
    emit_run(sink, '0', (size_t)before, (size_t)before);
    from += before;
    int known = from < d->count ? (to < d->count ? to : d->count) - from : 0;
    if (known > 0) {
        emit(sink, (const char *)d->digits + from, (size_t)known);
        from += known;
    }
    if (to > from)
        emit_run(sink, '0', (size_t)(to - from), (size_t)(to - from));
}

/* Pads, and puts the sign, the prefix of %a and zeros before the body of a number that is `length` long. */
static void emit_front(struct sink *sink, const struct spec *spec, const char *front, size_t length) {
    size_t before = strlen(front), zeros = spec->zero && !spec->left ? excess(spec->width, before + length) : 0;
    emit_padding(sink, spec, before + zeros + length, 0);
    emit(sink, front, before);
    emit_run(sink, '0', zeros, zeros);
}

/* The exponent: letter, sign, at least `least` digits. */
static void write_exponent(struct layout *layout, char letter, int exponent, int least) {
    char digits[MOST_DIGITS];
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    int count = (int)write_digits(digits + MOST_DIGITS, magnitude, 10, "0123456789");
    int at = 0;
    layout->exponent[at++] = letter;
    layout->exponent[at++] = exponent < 0 ? '-' : '+';
    for (int i = count; i < least; i++)
        layout->exponent[at++] = '0';
    for (int i = MOST_DIGITS - count; i < MOST_DIGITS; i++)
        layout->exponent[at++] = digits[i];
    layout->exponent_length = at;
}

static struct layout lay_out_fixed(struct decimal *d, int64_t precision) {
    decimal_round(d, d->point + (int)precision);
    /* Without digits before the point a 0 stands there. */
    return (struct layout){d->point > 0 ? 0 : d->point - 1, d->point, d->point + (int)precision, precision > 0, "", 0};
}

static struct layout lay_out_scientific(struct decimal *d, int64_t precision, char letter) {
    decimal_round(d, 1 + (int)precision);
    struct layout layout = {0, 1, 1 + (int)precision, precision > 0, "", 0};
    write_exponent(&layout, letter, d->count ? d->point - 1 : 0, 2);
    return layout;
}

/* %g: the shorter of both, without zeros at the end. */
static struct layout lay_out_general(struct decimal *d, int64_t precision, char letter, int keep_zeros) {
    precision = precision ? precision : 1;
    decimal_round(d, (int)precision);
    int exponent = d->count ? d->point - 1 : 0;
    struct layout layout;
    if (exponent >= -4 && exponent < precision)
        layout = lay_out_fixed(d, precision - 1 - exponent);
    else
        layout = lay_out_scientific(d, precision - 1, letter);
    if (!keep_zeros) {
        int last = d->count > layout.point ? d->count : layout.point;
        layout.end = last < layout.end ? last : layout.end;
        layout.has_point = layout.end > layout.point;
    }
    return layout;
}

static struct layout lay_out(struct decimal *d, const struct spec *spec) {
    int64_t precision = spec->precision < 0 ? 6 : spec->precision;
    switch (spec->letter) {
    case 'f':
    case 'F': return lay_out_fixed(d, precision);
    case 'e':
    case 'E': return lay_out_scientific(d, precision, spec->letter);
    default: return lay_out_general(d, precision, spec->letter == 'g' ? 'e' : 'E', spec->alternate);
    }
}

static void format_decimal(struct sink *sink, const struct spec *spec, struct decimal *d, const char *front) {
    /* A zero has its point behind its first digit. */
    if (d->count == 0)
        d->point = 1;
    struct layout layout = lay_out(d, spec);
    layout.has_point |= spec->alternate;
    for (int i = 0; i < d->count; i++)
        d->digits[i] += '0';
    size_t length = (size_t)(layout.end - layout.start + layout.has_point + layout.exponent_length);
    emit_front(sink, spec, front, length);
    emit_digits(sink, d, layout.start, layout.point);
    emit(sink, ".", (size_t)layout.has_point);
    emit_digits(sink, d, layout.point, layout.end);
    emit(sink, layout.exponent, (size_t)layout.exponent_length);
    emit_padding(sink, spec, strlen(front) + length, 1);
}

/* Rounds a mantissa to a multiple of 2^bits: nearest, ties to even. Says whether the sum has wrapped. */
static int round_mantissa(uint64_t *mantissa, int bits) {
    uint64_t unit = (uint64_t)1 << bits, rest = *mantissa & (unit - 1);
    uint64_t up = rest > unit / 2 || (rest == unit / 2 && (*mantissa & unit)) ? unit : 0;
    *mantissa = *mantissa - rest + up;
    return *mantissa < up;
}

/* %a. The first digit holds what is left of the mantissa above whole hexadecimal digits, of which there are `places`. */
static void format_hexadecimal(struct sink *sink, const struct spec *spec, struct binary b, const char *front, int places) {
    int upper = spec->letter == 'A', last = places;
    struct layout layout = {0};
    char digits[MOST_DIGITS], prefixed[4] = {0};
    int exponent = b.mantissa ? b.exponent + 4 * places : 0;
    if (spec->precision >= 0 && spec->precision < places) {
        last = (int)spec->precision;
        if (round_mantissa(&b.mantissa, 4 * (places - last))) {
            b.mantissa = (uint64_t)1 << 60;
            exponent += 4;
        }
    }
    for (int i = 0; i <= places; i++)
        digits[i] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[b.mantissa >> (4 * (places - i)) & 15];
    while (spec->precision < 0 && last > 0 && digits[last] == '0')
        last--;
    int zeros = spec->precision > last ? (int)spec->precision - last : 0;
    int has_point = last + zeros > 0 || spec->alternate;
    write_exponent(&layout, upper ? 'P' : 'p', exponent, 1);
    size_t signs = strlen(front);
    memcpy(prefixed, front, signs);
    memcpy(prefixed + signs, upper ? "0X" : "0x", 2);
    size_t length = (size_t)(1 + has_point + last + zeros + layout.exponent_length);
    emit_front(sink, spec, prefixed, length);
    emit(sink, digits, 1);
    emit(sink, ".", (size_t)has_point);
    emit(sink, digits + 1, (size_t)last);
    emit_run(sink, '0', (size_t)zeros, (size_t)zeros);
    emit(sink, layout.exponent, (size_t)layout.exponent_length);
    emit_padding(sink, spec, signs + 2 + length, 1);
}

static void format_word(struct sink *sink, const struct spec *spec, const char *front, const char *word) {
    char text[5];
    size_t signs = strlen(front);
    memcpy(text, front, signs);
    memcpy(text + signs, word, 3);
    format_text(sink, spec, text, signs + 3);
}

static void format_binary(struct sink *sink, const struct spec *spec, struct binary b, struct decimal *d, int places) {
    const char *front = b.negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
    int upper = (spec->letter & 32) == 0;
    if (b.class == INFINITE)
        format_word(sink, spec, front, upper ? "INF" : "inf");
    else if (b.class == NOT_A_NUMBER)
        format_word(sink, spec, front, upper ? "NAN" : "nan");
    else if ((spec->letter | 32) == 'a')
        format_hexadecimal(sink, spec, b, front, places);
    else {
        decimal_from_integer(d, b.mantissa);
        decimal_scale(d, b.exponent);
        format_decimal(sink, spec, d, front);
    }
}

static void format_double(struct sink *sink, const struct spec *spec, double value) {
    unsigned char digits[DOUBLE_DIGITS];
    struct decimal d = {.digits = digits, .room = DOUBLE_DIGITS};
    format_binary(sink, spec, binary_from_double(value), &d, 13);
}

static void format_extended(struct sink *sink, const struct spec *spec, long double value) {
    unsigned char digits[LONG_DOUBLE_DIGITS];
    struct decimal d = {.digits = digits, .room = LONG_DOUBLE_DIGITS};
    format_binary(sink, spec, binary_from_extended(value), &d, 15);
}
