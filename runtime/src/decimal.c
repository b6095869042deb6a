/* Exact decimal numbers: what a binary floating-point number is between its bits and its text.
 *
 * A number is 0.d1 d2 d3 ... * 10^point. Multiplying and dividing by powers of two is done digit by digit, as one does
 * on paper, with shifts of at most 60 bits, so that every intermediate value fits a word. Slow and short, and exact in
 * both directions. Arithmetic only on concrete numbers. */
#include "runtime.h"

struct decimal {
    unsigned char *digits;
    /* How many digits there is room for, and how many there are; the last one is not 0. */
    int room, count;
    /* The position of the decimal point: 0 is before the first digit. */
    int point;
    /* Whether digits other than 0 were dropped behind the last one. */
    int dropped;
    /* How it is rounded: 0 to nearest, 1 away from zero, -1 towards it. */
    int direction;
};

/* How the magnitude of a number with a sign is rounded in the mode that is set. */
static int rounding_direction(int negative) {
    int rounding = __braid_rounding();
    if (rounding == 1)
        return 0;
    return rounding == (negative ? 3 : 2) ? 1 : -1;
}

enum {
    MOST_SHIFT = 59,
    /* The digits of any double, of any long double (1 - 16445 - 64 bits), and some for carries. */
    DOUBLE_DIGITS = 800,
    LONG_DOUBLE_DIGITS = 11600
};

static void decimal_trim(struct decimal *d) {
    while (d->count > 0 && d->digits[d->count - 1] == 0)
        d->count--;
    if (d->count == 0)
        d->point = 0;
}

/* The digits of an integer. */
static void decimal_from_integer(struct decimal *d, uint64_t n) {
    unsigned char reversed[20];
    int count = 0;
    for (; n > 0; n /= 10)
        reversed[count++] = (unsigned char)(n % 10);
    for (int i = 0; i < count; i++)
        d->digits[i] = reversed[count - 1 - i];
    d->count = d->point = count;
    d->dropped = 0;
    decimal_trim(d);
}

static void decimal_push(struct decimal *d, int *count, unsigned char digit) {
    if (*count < d->room)
        d->digits[(*count)++] = digit;
    else if (digit)
        d->dropped = 1;
}

/* Divides by 2^shift: long division from the first digit on. Digits are written behind where they are read. */
static void decimal_halve(struct decimal *d, int shift) {
    int read = 0, count = 0;
    uint64_t rest = 0, mask = ((uint64_t)1 << shift) - 1;
    for (; rest >> shift == 0; read++) {
        if (read >= d->count && rest == 0) {
            d->count = d->point = 0;
            return;
        }
        rest = rest * 10 + (read < d->count ? d->digits[read] : 0);
    }
    d->point -= read - 1;
    for (; read < d->count; read++) {
        unsigned char digit = (unsigned char)(rest >> shift);
        rest = (rest & mask) * 10 + d->digits[read];
        d->digits[count++] = digit;
    }
    while (rest > 0) {
        decimal_push(d, &count, (unsigned char)(rest >> shift));
        rest = (rest & mask) * 10;
    }
    d->count = count;
    decimal_trim(d);
}

/* Multiplies by 2^shift: from the last digit on, after room was made for the digits that come in front. */
static void decimal_double(struct decimal *d, int shift) {
    uint64_t carry = 0;
    int more = 0;
    /* How many digits are new: found by doing the product once without keeping it. */
    for (int i = d->count - 1; i >= 0; i--)
        carry = (((uint64_t)d->digits[i] << shift) + carry) / 10;
    for (; carry > 0; carry /= 10)
        more++;
    int to = d->count + more;
    d->point += more;
    for (int i = d->count - 1; i >= 0; i--) {
        carry += (uint64_t)d->digits[i] << shift;
        if (--to < d->room)
            d->digits[to] = (unsigned char)(carry % 10);
        else
            d->dropped |= carry % 10 != 0;
        carry /= 10;
    }
    for (; carry > 0; carry /= 10)
        d->digits[--to] = (unsigned char)(carry % 10);
    d->count = d->count + more < d->room ? d->count + more : d->room;
    decimal_trim(d);
}

/* Multiplies by 2^exponent. */
static void decimal_scale(struct decimal *d, int exponent) {
    while (d->count > 0 && exponent != 0) {
        int step = exponent < 0 ? -exponent : exponent;
        step = step < MOST_SHIFT ? step : MOST_SHIFT;
        if (exponent < 0)
            decimal_halve(d, step);
        else
            decimal_double(d, step);
        exponent += exponent < 0 ? step : -step;
    }
}

/* Whether the number, cut behind `keep` digits, must be made larger; of two nearest ones the even is taken. */
static int decimal_rounds_up(const struct decimal *d, int keep) {
    if (d->direction != 0)
        return d->direction > 0 && (keep < d->count || d->dropped);
    if (keep < 0 || keep >= d->count)
        return 0;
    int is_half = d->digits[keep] == 5 && keep + 1 == d->count && !d->dropped;
    if (is_half)
        return keep > 0 && d->digits[keep - 1] % 2 == 1;
    return d->digits[keep] >= 5;
}

/* Keeps `keep` digits, rounded. */
static void decimal_round(struct decimal *d, int keep) {
    int up = decimal_rounds_up(d, keep);
    if (keep >= d->count)
        return;
    /* A unit of a place far in front of the first digit. */
    d->point -= up && keep < 0 ? keep : 0;
    d->count = keep < 0 ? 0 : keep;
    d->dropped = 0;
    if (!up) {
        decimal_trim(d);
        return;
    }
    while (d->count > 0 && d->digits[d->count - 1] == 9)
        d->count--;
    if (d->count == 0) {
        d->digits[d->count++] = 1;
        d->point++;
    } else {
        d->digits[d->count - 1]++;
    }
}

/* The number, which is below 2^64, rounded to an integer. */
static uint64_t decimal_to_integer(const struct decimal *d) {
    uint64_t n = 0;
    int i = 0;
    for (; i < d->point; i++)
        n = n * 10 + (i < d->count ? d->digits[i] : 0);
    return n + (uint64_t)decimal_rounds_up(d, d->point);
}
