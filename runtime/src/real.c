/* Strings to floating-point numbers: atof, strtod and its kin, correctly rounded (to nearest, ties to even).
 *
 * Digits become an exact decimal number, which is scaled by powers of two until the wanted number of bits stands before
 * its point. Characters are made concrete by a conversion to floating point, so that a symbolic text is the engine's
 * counted and named concretisation and not a flood of forks. */
#include "runtime.h"

enum {
    /* Exponents beyond this give zero or infinity whatever the digits are, of which a text has less than 2^31. */
    HUGE_EXPONENT = 100000
};

INLINE unsigned concrete_digit(char c) {
    return (unsigned)(double)digit_value(c);
}

/* The length of `word` (lower case) if `s` begins with it in any case, else 0. */
static size_t begins_with(const char *s, const char *word) {
    size_t i = 0;
    while (word[i] && (s[i] | 32) == word[i])
        i++;
    return word[i] ? 0 : i;
}

/* An exponent after `letter`, if there is one with a digit; `*value` is bounded. Returns where the text goes on. */
static const char *read_exponent(const char *s, char letter, int *value) {
    const char *p = s + 1;
    int negative = 0, sum = 0;
    *value = 0;
    if ((*s | 32) != letter)
        return s;
    if (*p == '-' || *p == '+')
        negative = *p++ == '-';
    if (digit_value(*p) > 9)
        return s;
    for (; digit_value(*p) <= 9; p++)
        sum = sum < HUGE_EXPONENT ? sum * 10 + (int)concrete_digit(*p) : sum;
    *value = negative ? -sum : sum;
    return p;
}

/* Digits with or without a point, in decimal. Returns the end, or null if there is no digit. */
static const char *read_decimal(const char *s, struct decimal *d) {
    int any = 0, seen_point = 0, exponent;
    for (;; s++) {
        if (*s == '.' && !seen_point) {
            seen_point = 1;
            continue;
        }
        if (digit_value(*s) > 9)
            break;
        unsigned char digit = (unsigned char)concrete_digit(*s);
        any = 1;
        if (d->count == 0 && digit == 0)
            d->point -= seen_point;
        else {
            d->point += !seen_point;
            decimal_push(d, &d->count, digit);
        }
    }
    if (!any)
        return 0;
    s = read_exponent(s, 'e', &exponent);
    d->point += exponent;
    decimal_trim(d);
    return s;
}

/* Adds sixteenths to an integer, whose digits may end before its point; `lost` says that there is more behind them. */
static void decimal_add_sixteenths(struct decimal *d, unsigned sixteenths, int lost) {
    unsigned fraction = sixteenths * 625;
    while (d->count < d->point)
        decimal_push(d, &d->count, 0);
    for (unsigned unit = 1000; unit > 0; unit /= 10)
        decimal_push(d, &d->count, (unsigned char)(fraction / unit % 10));
    d->dropped |= lost;
    decimal_trim(d);
}

/* The same in base 16, after 0x. The binary exponent is given back apart. Of what does not fit into 64 bits, the first digit
 * decides with the rest how a long double is rounded. */
static const char *read_hexadecimal(const char *s, struct decimal *d, int *exponent) {
    int any = 0, seen_point = 0, full = 0, lost = 0, shift = 0;
    unsigned next = 0;
    uint64_t sum = 0;
    for (;; s++) {
        if (*s == '.' && !seen_point) {
            seen_point = 1;
            continue;
        }
        if (digit_value(*s) > 15)
            break;
        any = 1;
        unsigned digit = concrete_digit(*s);
        if (sum >> 60 == 0) {
            sum = sum << 4 | digit;
            shift -= 4 * seen_point;
            continue;
        }
        lost |= full && digit != 0;
        next = full ? next : digit;
        full = 1;
        shift += 4 * !seen_point;
    }
    if (!any)
        return 0;
    s = read_exponent(s, 'p', exponent);
    *exponent += shift;
    decimal_from_integer(d, sum);
    if (next || lost)
        decimal_add_sixteenths(d, next, lost);
    return s;
}

/* Brings a decimal number other than 0 into [1/2, 1); returns the power of two that it lost. */
static int decimal_normalise(struct decimal *d) {
    int exponent = 0;
    while (d->point > 0) {
        int shift = d->point * 3 < MOST_SHIFT ? d->point * 3 : MOST_SHIFT;
        decimal_scale(d, -shift);
        exponent += shift;
    }
    while (d->point < 0 || d->digits[0] < 5) {
        int shift = d->point == 0 ? 1 : -d->point * 3 < MOST_SHIFT ? -d->point * 3 : MOST_SHIFT;
        decimal_scale(d, shift);
        exponent -= shift;
    }
    return exponent;
}

/* Rounds d * 2^exponent to a format. Sets errno if the result is too large, or too small to be exact. */
static struct binary decimal_to_binary(struct decimal *d, int exponent, const struct format *format) {
    struct binary b = {FINITE, 0, 0, 0};
    /* Far outside of every format; nearer numbers are settled exactly. */
    if (d->count == 0)
        return b;
    int magnitude = d->point + exponent / 3;
    if (magnitude > format->most) {
        b.class = INFINITE;
        errno = E_RANGE;
        return b;
    }
    if (magnitude < 2 * format->least) {
        errno = E_RANGE;
        return b;
    }
    exponent += decimal_normalise(d);
    int top = exponent < format->least ? format->least : exponent;
    decimal_scale(d, exponent - top + format->precision);
    b.mantissa = decimal_to_integer(d);
    b.exponent = top - format->precision;
    int inexact = d->count > d->point || d->dropped;
    /* Rounded up to the next power of two; for 64 bits the sum has wrapped to 0. */
    if (format->precision == 64 ? b.mantissa == 0 && top == exponent : b.mantissa >> format->precision) {
        b.mantissa = (uint64_t)1 << (format->precision - 1);
        b.exponent++;
        top++;
    }
    if (top > format->most) {
        b.class = INFINITE;
        errno = E_RANGE;
    } else if (inexact && b.mantissa >> (format->precision - 1) == 0) {
        errno = E_RANGE;
    }
    return b;
}

/* "inf", "infinity", "nan", "nan(...)". Returns the end, or null. */
static const char *read_word(const char *s, struct binary *b) {
    size_t length = begins_with(s, "infinity");
    length = length ? length : begins_with(s, "inf");
    if (length) {
        b->class = INFINITE;
        return s + length;
    }
    if (!begins_with(s, "nan"))
        return 0;
    b->class = NOT_A_NUMBER;
    const char *p = s + 3;
    if (*p == '(') {
        do
            p++;
        while (digit_value(*p) < 36 || *p == '_');
    }
    return *p == ')' ? p + 1 : s + 3;
}

static struct binary read_real(const char *text, char **end, const struct format *format, unsigned char *digits, int room) {
    struct decimal d = {.digits = digits, .room = room};
    struct binary b = {FINITE, 0, 0, 0};
    const char *s = text, *after;
    int negative = 0, exponent = 0;
    while (is_white(*s))
        s++;
    if (*s == '-' || *s == '+')
        negative = *s++ == '-';
    after = read_word(s, &b);
    if (!after) {
        if (s[0] == '0' && (s[1] | 32) == 'x')
            after = read_hexadecimal(s + 2, &d, &exponent);
        if (!after)
            after = read_decimal(s, &d);
        if (after)
            b = decimal_to_binary(&d, exponent, format);
    }
    b.negative = after ? negative : 0;
    if (end)
        *end = (char *)(after ? after : text);
    return b;
}

API double strtod(const char *restrict s, char **restrict end) {
    unsigned char digits[DOUBLE_DIGITS];
    struct binary b = read_real(s, end, &double_format, digits, DOUBLE_DIGITS);
    return binary_to_double(&b);
}

API float strtof(const char *restrict s, char **restrict end) {
    unsigned char digits[DOUBLE_DIGITS];
    struct binary b = read_real(s, end, &single_format, digits, DOUBLE_DIGITS);
    return binary_to_single(&b);
}

API long double strtold(const char *restrict s, char **restrict end) {
    unsigned char digits[LONG_DOUBLE_DIGITS];
    struct binary b = read_real(s, end, &extended_format, digits, LONG_DOUBLE_DIGITS);
    return binary_to_extended(&b);
}

API double atof(const char *s) {
    return strtod(s, 0);
}

API double __isoc23_strtod(const char *restrict s, char **restrict end) {
    return strtod(s, end);
}

API float __isoc23_strtof(const char *restrict s, char **restrict end) {
    return strtof(s, end);
}

API long double __isoc23_strtold(const char *restrict s, char **restrict end) {
    return strtold(s, end);
}
