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

/* Rounds a mantissa to a multiple of 2^bits in a direction (see struct decimal). Says whether the sum has wrapped. */
static int round_mantissa(uint64_t *mantissa, int bits, int direction) {
    uint64_t unit = (uint64_t)1 << bits, rest = *mantissa & (unit - 1);
    int nearest = rest > unit / 2 || (rest == unit / 2 && (*mantissa & unit));
    uint64_t up = (direction ? direction > 0 && rest : nearest) ? unit : 0;
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
        if (round_mantissa(&b.mantissa, 4 * (places - last), rounding_direction(b.negative))) {
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
        d->direction = rounding_direction(b.negative);
        decimal_from_integer(d, b.mantissa);
        decimal_scale(d, b.exponent);
        format_decimal(sink, spec, d, front);
    }
}

enum {
    /* The largest power of ten that is an integer of 64 bits. */
    MOST_POWER = 19
};

static uint64_t power_of_ten(int n) {
    uint64_t power = 1;
    for (; n > 0; n--)
        power *= 10;
    return power;
}

/* A symbolic number below 2^53: its integer part, and whether more is behind; and mantissa * 2^-shift. */
struct small {
    uint64_t whole, mantissa;
    int more, shift, direction;
};

/* The number times 10^power, rounded to an integer, which is below 2^64. One path for all numbers. */
static uint64_t scaled_to_integer(const struct small *n, int power) {
    if (power < 0) {
        uint64_t unit = power_of_ten(-power), kept = n->whole / unit, rest = n->whole % unit;
        int up = rest > unit / 2 || (rest == unit / 2 && (n->more | (int)(kept & 1)));
        if (n->direction)
            up = n->direction > 0 && (rest != 0) | n->more;
        return kept + (uint64_t)up;
    }
    wide product = (wide)n->mantissa * power_of_ten(power), unit = (wide)1 << n->shift;
    wide kept = product >> n->shift, twice = (product & (unit - 1)) << 1;
    int up = n->direction ? n->direction > 0 && twice != 0 : (twice > unit) | ((twice == unit) & (int)(kept & 1));
    return (uint64_t)kept + (uint64_t)up;
}

/* Whether the number is at least 10^power. */
static int reaches(const struct small *n, int power) {
    if (power >= 0)
        return n->whole >= power_of_ten(power);
    return (wide)n->mantissa * power_of_ten(-power) >= (wide)1 << n->shift;
}

/* The digits of an integer, `count` of them, as a decimal number whose point stands behind the first `point`. */
static void decimal_from_digits(struct decimal *d, uint64_t n, int count, int point) {
    for (int i = 0; i < count; i++)
        d->digits[i] = (unsigned char)(n / power_of_ten(count - 1 - i) % 10);
    d->count = count;
    d->point = point;
}

/* The digits that %f shows; 0 if they are too many. */
static int round_fixed(struct decimal *d, const struct small *n, int precision) {
    if (precision >= MOST_POWER || n->whole >= power_of_ten(MOST_POWER - precision) - 1)
        return 0;
    uint64_t digits = scaled_to_integer(n, precision);
    int count = precision + 1;
    while (count < MOST_POWER && digits >= power_of_ten(count))
        count++;
    decimal_from_digits(d, digits, count, count - precision);
    return 1;
}

/* So many digits, from the first that is not 0 on; 0 if the number is too small for that. */
static int round_significant(struct decimal *d, const struct small *n, int count) {
    int power = 15;
    if (count > MOST_POWER - 1)
        return 0;
    while (!reaches(n, power))
        if (count - 1 - --power > MOST_POWER || power < -MOST_POWER)
            return 0;
    uint64_t digits = scaled_to_integer(n, count - 1 - power);
    if (digits == power_of_ten(count)) {
        digits = power_of_ten(count - 1);
        power++;
    }
    decimal_from_digits(d, digits, count, power + 1);
    return 1;
}

/* The digits of a symbolic number that is not 0; 0 if they are made of known numbers only. There is a path for each decimal exponent, and for %g for
 * each number of zeros at the end. */
static int round_symbolic(struct decimal *d, const struct spec *spec, double magnitude, int direction) {
    union {
        double value;
        uint64_t bits;
    } u = {magnitude};
    if (!(magnitude < 0x1p53) || !(magnitude >= 0x1p-62) || spec->precision > MOST_POWER || (spec->letter | 32) == 'a')
        return 0;
    struct small n = {(uint64_t)magnitude, (u.bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52, 0, 1075 - (int)(u.bits >> 52), direction};
    n.more = (double)n.whole != magnitude;
    int precision = spec->precision < 0 ? 6 : (int)spec->precision;
    switch (spec->letter | 32) {
    case 'f': return round_fixed(d, &n, precision);
    case 'e': return round_significant(d, &n, 1 + precision);
    default: break;
    }
    if (!round_significant(d, &n, precision ? precision : 1))
        return 0;
    if (!spec->alternate)
        while (d->count > 1 && d->digits[d->count - 1] == 0)
            d->count--;
    return 1;
}

/* A symbolic number. What it is is told apart as far as the text differs in form: nothing, infinite, a zero, its sign. Returns 0 if nothing was written. */
static int format_symbolic(struct sink *sink, const struct spec *spec, double value, struct decimal *d) {
    union {
        double value;
        uint64_t bits;
    } u = {value};
    int upper = (spec->letter & 32) == 0;
    const char *front = spec->plus ? "+" : spec->space ? " " : "";
    if (u.bits >> 63)
        front = "-";
    u.bits &= ~((uint64_t)1 << 63);
    if (value != value)
        format_word(sink, spec, front, upper ? "NAN" : "nan");
    else if (u.value == __builtin_inf())
        format_word(sink, spec, front, upper ? "INF" : "inf");
    else if (u.value == 0 && (spec->letter | 32) != 'a')
        format_decimal(sink, spec, d, front);
    else if (round_symbolic(d, spec, u.value, rounding_direction(front[0] == '-')))
        format_decimal(sink, spec, d, front);
    else
        return 0;
    return 1;
}

static void format_double(struct sink *sink, const struct spec *spec, double value) {
    unsigned char digits[DOUBLE_DIGITS];
    struct decimal d = {.digits = digits, .room = DOUBLE_DIGITS};
    union {
        double value;
        uint64_t bits;
    } u = {value};
    if (is_symbolic(u.bits) && format_symbolic(sink, spec, value, &d))
        return;
    format_binary(sink, spec, binary_from_double(value), &d, 13);
}

static void format_extended(struct sink *sink, const struct spec *spec, long double value) {
    unsigned char digits[LONG_DOUBLE_DIGITS];
    struct decimal d = {.digits = digits, .room = LONG_DOUBLE_DIGITS};
    format_binary(sink, spec, binary_from_extended(value), &d, 15);
}
