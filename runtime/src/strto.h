/* Integers in a text of one kind of characters: read once for bytes and once for wide characters, each in a module of its own. CHARACTER is their
 * type, VALUE(c) that of a digit, WHITE(c) tells white space.
 *
 * One loop over the digits with one exit test. That a digit is one, its value, and whether the sum has overflowed are
 * computed without branches, so that a symbolic text forks only on where its number ends. */
#include "integer.h"

/* Whether `s` begins with 0 and `letter` and a digit of `base` after them. Reads no further than the first mismatch. */
static int has_prefix(const CHARACTER *s, char letter, unsigned base) {
    return s[0] == '0' && (s[1] | 32) == letter && VALUE(s[2]) < base;
}

/* Skips the prefix that `base` allows, and settles base 0. */
static const CHARACTER *skip_prefix(const CHARACTER *s, unsigned *base, enum prefixes prefixes) {
    if ((*base == 0 || *base == 16) && has_prefix(s, 'x', 16)) {
        *base = 16;
        return s + 2;
    }
    if (prefixes == C23 && (*base == 0 || *base == 2) && has_prefix(s, 'b', 2)) {
        *base = 2;
        return s + 2;
    }
    if (*base == 0)
        *base = *s == '0' ? 8 : 10;
    return s;
}

static const CHARACTER *read_digits(const CHARACTER *s, unsigned base, struct number *number) {
    uint64_t sum = 0, most = UINT64_MAX / base, last = UINT64_MAX % base, digit;
    int overflow = 0;
    while ((digit = VALUE(*s)) < base) {
        overflow |= (sum > most) | ((sum == most) & (digit > last));
        sum = sum * base + digit;
        s++;
    }
    number->magnitude = sum;
    number->overflow = overflow;
    return s;
}

static struct number read_number(const CHARACTER *text, CHARACTER **end, unsigned base, enum prefixes prefixes) {
    struct number number = {0, 0, 0};
    const CHARACTER *s = text;
    if (base == 1 || base > 36) {
        /* As glibc, which leaves `end` alone here. */
        errno = E_INVAL;
        return number;
    }
    while (WHITE(*s))
        s++;
    if (*s == '-') {
        number.negative = 1;
        s++;
    } else if (*s == '+') {
        s++;
    }
    const CHARACTER *start = skip_prefix(s, &base, prefixes);
    s = read_digits(start, base, &number);
    if (end)
        *end = (CHARACTER *)(s == start ? text : s);
    return number;
}

/* A number of a type whose largest value is `most`. */
static int64_t read_signed(const CHARACTER *s, CHARACTER **end, int base, enum prefixes prefixes, int64_t most) {
    struct number number = read_number(s, end, (unsigned)base, prefixes);
    uint64_t limit = (uint64_t)most + (unsigned)number.negative;
    if (number.overflow | (number.magnitude > limit)) {
        errno = E_RANGE;
        return number.negative ? -most - 1 : most;
    }
    return (int64_t)(number.negative ? -number.magnitude : number.magnitude);
}

static uint64_t read_unsigned(const CHARACTER *s, CHARACTER **end, int base, enum prefixes prefixes, uint64_t most) {
    struct number number = read_number(s, end, (unsigned)base, prefixes);
    if (number.overflow | (number.magnitude > most)) {
        errno = E_RANGE;
        return most;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

/* Every name of a type's function: C's, the one that glibc's headers use for C23, glibc's inner one. */
#define STRTO(type, name, read, most)                                                                                 \
    API type name(const CHARACTER *restrict s, CHARACTER **restrict end, int base) {                                  \
        return (type)read(s, end, base, C17, most);                                                                   \
    }                                                                                                                 \
    API type __isoc23_##name(const CHARACTER *restrict s, CHARACTER **restrict end, int base) {                       \
        return (type)read(s, end, base, C23, most);                                                                   \
    }                                                                                                                 \
    API type __##name##_internal(const CHARACTER *restrict s, CHARACTER **restrict end, int base, int group) {        \
        return (type)read(s, end, base, C17, most);                                                                   \
    }
