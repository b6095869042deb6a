/* Strings to floating-point numbers: atof, strtod and its kin, correctly rounded in the mode that is set.
 *
 * Few digits with a small exponent are an integer that is a number, times or by a power of ten that is one: one conversion and one
 * operation, which rounds once, for symbolic digits too (Clinger 1990). Up to 19 digits are one product of integers (`lemire.c`). Other digits become an exact decimal number,
 * which is scaled by powers of two until the wanted number of bits stands before its point. There symbolic
 * characters are made concrete, so that they are the engine's counted and named choice and not a flood of forks. */
#include "runtime.h"

enum {
    /* Exponents beyond this give zero or infinity whatever the digits are, of which a text has less than 2^31. */
    HUGE_EXPONENT = 100000,
    /* Digits of an exponent of which each is told apart where large exponents are not alike. */
    MOST_TOLD = 2,
    /* So many digits behind the point leave exponents from HUGE_EXPONENT on alike. */
    FEW_PLACES = 1000,
    /* Powers of ten that digits behind the point make, of which each is told apart, however paths were joined. */
    FEW_DIGITS = 64
};

INLINE unsigned concrete_digit(char c) {
    return (unsigned)__braid_concrete(digit_value(c));
}

/* The digit of an exponent; a symbolic one is told apart, a path for each. */
INLINE int told_digit(char c) {
    return (int)__braid_each(digit_value(c), 10);
}

/* The length of `word` (lower case) if `s` begins with it in any case, else 0. */
static size_t begins_with(const char *s, const char *word) {
    size_t i = 0;
    while (word[i] && (s[i] | 32) == word[i])
        i++;
    return word[i] ? 0 : i;
}

/* An exponent after `letter`, if there is one with a digit; `*value` is bounded. Exponents from `alike` on may stand for each other, unless that is 0:
 * their last digits are not looked at. Returns where the text goes on. */
static const char *read_exponent(const char *s, char letter, int alike, int *value) {
    const char *p = s + 1;
    int negative = 0, sum = 0, told = 0;
    *value = 0;
    if ((*s | 32) != letter)
        return s;
    if (*p == '-' || *p == '+')
        negative = *p++ == '-';
    if (digit_value(*p) > 9)
        return s;
    for (; digit_value(*p) <= 9; p++) {
        if (alike && sum * 10 >= alike) {
            sum = HUGE_EXPONENT;
            continue;
        }
        int digit = alike || told < MOST_TOLD ? told_digit(*p) : (int)concrete_digit(*p);
        told++;
        sum = sum < HUGE_EXPONENT ? sum * 10 + digit : sum;
    }
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
    s = read_exponent(s, 'e', 0, &exponent);
    d->point += exponent;
    decimal_trim(d);
    return s;
}

/* A number as it is written: digits * 10^exponent, or 2^exponent. */
struct written {
    uint64_t digits;
    int exponent, negative, binary;
};

/* Powers of ten that are numbers of the format, each exactly. */
static const float single_powers[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
static const double double_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const long double extended_powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                              1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                              1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

enum { LARGEST_BINARY = 60 };

/* Reads digits of a base with or without a point, at most `most` of them, known zeros in front not counted; `places` is what the
 * exponent loses for each behind the point. Returns where they end; null if there is none, or there are more. */
static const char *read_few(const char *s, struct written *w, unsigned base, int most, int places) {
    int count = 0, any = 0, seen_point = 0;
    for (;; s++) {
        if (*s == '.' && !seen_point) {
            seen_point = 1;
            continue;
        }
        unsigned digit = digit_value(*s);
        if (digit >= base)
            break;
        any = 1;
        w->digits = w->digits * base + digit;
        w->exponent -= seen_point ? places : 0;
        count += count > 0 || braid_is_symbolic(digit) || digit != 0;
        if (count > most)
            return 0;
    }
    return any ? s : 0;
}

/* Reads a number of at most `most` digits, or of as many hexadecimal ones as have `precision` bits, whose power of ten is at most `largest` up
 * or down. Powers from `beyond` on are alike, unless that is 0. Returns where the number ends; null if the text is no such number. */
static const char *read_written(const char *s, struct written *w, int most, int largest, int beyond, int precision) {
    const char *after;
    int exponent;
    *w = (struct written){0, 0, 0, 0};
    while (is_white(*s))
        s++;
    if (*s == '-' || *s == '+')
        w->negative = *s++ == '-';
    if (s[0] == '0' && (s[1] | 32) == 'x') {
        w->binary = 1;
        largest = LARGEST_BINARY;
        after = read_few(s + 2, w, 16, precision / 4, 4);
    } else {
        after = read_few(s, w, 10, most, 1);
    }
    if (!after)
        return 0;
    /* One power for each path: where paths were joined, it is split. */
    w->exponent = w->exponent > -FEW_DIGITS ? -(int)__braid_each((uint64_t)(unsigned)-w->exponent, FEW_DIGITS)
                                            : (int)__braid_concrete((uint64_t)(unsigned)w->exponent);
    int alike = beyond && !w->binary && w->exponent > -FEW_PLACES ? beyond - w->exponent : 0;
    after = read_exponent(after, w->binary ? 'p' : 'e', alike, &exponent);
    w->exponent += (int)__braid_concrete((uint64_t)(unsigned)exponent);
    return w->exponent >= -largest && w->exponent <= largest ? after : 0;
}

/* The number that is written, by one operation. */
#define VALUE_OF(w, type, powers)                                                                                     \
    /* As a signed number where it is one: compilers make -0 of an unsigned 0 that is rounded down. */               \
    type value = sizeof(type) > 8 ? (type)(w).digits : (type)(int64_t)(w).digits;                                     \
    int magnitude = (w).exponent < 0 ? -(w).exponent : (w).exponent;                                                  \
    type power = (w).binary ? (type)((uint64_t)1 << magnitude) : powers[magnitude];                                   \
    value = (w).negative ? -value : value;                                                                            \
    return (w).exponent < 0 ? value / power : value * power

/* The number at `s` if it is written with few digits: an integer below 2^precision and a power from the table. */
#define IF_WRITTEN(s, end, type, powers, most, beyond, precision)                                                     \
    do {                                                                                                              \
        struct written w;                                                                                             \
        const char *after = read_written(s, &w, most, (int)(sizeof powers / sizeof *powers) - 1, beyond, precision);  \
        if (after) {                                                                                                  \
            if (end)                                                                                                  \
                *end = (char *)after;                                                                                 \
            VALUE_OF(w, type, powers);                                                                                \
        }                                                                                                             \
    } while (0)

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
    s = read_exponent(s, 'p', 0, exponent);
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

/* What a number beyond the largest of a format becomes: infinite, or that largest one. Sets errno. */
static struct binary too_large(const struct decimal *d, const struct format *format) {
    uint64_t most = UINT64_MAX >> (64 - format->precision);
    errno = E_RANGE;
    return (struct binary){d->direction < 0 ? FINITE : INFINITE, 0, most, format->most - format->precision};
}

/* Rounds d * 2^exponent to a format. Sets errno if the result is too large, or too small to be exact. */
static struct binary decimal_to_binary(struct decimal *d, int exponent, const struct format *format) {
    struct binary b = {FINITE, 0, 0, 0};
    /* Far outside of every format; nearer numbers are settled exactly. */
    if (d->count == 0)
        return b;
    int magnitude = d->point + exponent / 3;
    if (magnitude > format->most)
        return too_large(d, format);
    if (magnitude < 2 * format->least) {
        b.mantissa = d->direction > 0;
        b.exponent = format->least - format->precision;
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
    if (top > format->most)
        return too_large(d, format);
    if (inexact && b.mantissa >> (format->precision - 1) == 0) {
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
    d.direction = rounding_direction(negative);
    __braid_exceptions_open();
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

/* The fields of the number at `s` if it has at most 19 digits and is rounded to nearest; null if not. `*sign` is 1 for a negative one. */
static const char *read_nineteen(const char *s, const struct target *target, uint64_t *sign, uint64_t *fraction, int *exponent) {
    struct written w;
    const char *after = read_written(s, &w, 19, INT_MAX, target->beyond, 0);
    if (!after || w.binary || __braid_rounding() != 1)
        return 0;
    __braid_exceptions_open();
    lemire(w.digits, w.exponent, target, fraction, exponent);
    *sign = (uint64_t)w.negative;
    return after;
}

API double strtod(const char *restrict s, char **restrict end) {
    IF_WRITTEN(s, end, double, double_powers, 15, double_target.beyond, 53);
    union {
        uint64_t bits;
        double value;
    } u;
    uint64_t sign, fraction;
    int exponent;
    const char *after = read_nineteen(s, &double_target, &sign, &fraction, &exponent);
    if (after) {
        if (end)
            *end = (char *)after;
        u.bits = sign << 63 | (uint64_t)exponent << 52 | fraction;
        return u.value;
    }
    unsigned char digits[DOUBLE_DIGITS];
    struct binary b = read_real(s, end, &double_format, digits, DOUBLE_DIGITS);
    return binary_to_double(&b);
}

API float strtof(const char *restrict s, char **restrict end) {
    IF_WRITTEN(s, end, float, single_powers, 7, single_target.beyond, 24);
    union {
        uint32_t bits;
        float value;
    } u;
    uint64_t sign, fraction;
    int exponent;
    const char *after = read_nineteen(s, &single_target, &sign, &fraction, &exponent);
    if (after) {
        if (end)
            *end = (char *)after;
        u.bits = (uint32_t)(sign << 31 | (uint64_t)exponent << 23 | fraction);
        return u.value;
    }
    unsigned char digits[DOUBLE_DIGITS];
    struct binary b = read_real(s, end, &single_format, digits, DOUBLE_DIGITS);
    return binary_to_single(&b);
}

API long double strtold(const char *restrict s, char **restrict end) {
    IF_WRITTEN(s, end, long double, extended_powers, 19, 0, 64);
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
