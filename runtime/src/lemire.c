/* Up to 19 digits times a power of ten, correctly rounded by one product of 64 and 128 bits (Lemire 2021; that no other way is needed:
 * Mushtak and Lemire 2023). For symbolic digits at a known exponent that is one path.
 *
 * The factor of a power is computed when it is needed, by long arithmetic on known numbers, instead of a table of ten thousand bytes. */
#include "runtime.h"

typedef unsigned _BitInt(128) wide;

enum {
    /* Words of 32 bits of 5^342, and of 2^(128 + its bits). */
    LIMBS = 30
};

/* A format, as the product is rounded to it. */
struct target {
    int fraction_bits, bias, largest;
    /* Ten to this power makes every number of 64 bits infinite, and its inverse zero. */
    int beyond;
    /* Powers of ten at which a number of 64 bits can lie half-way between two neighbours. */
    int least_tie, largest_tie;
};

static const struct target double_target = {52, 1023, 0x7ff, 343, -4, 23};
static const struct target single_target = {23, 127, 0xff, 66, -17, 10};

static int limbs_compare(const uint32_t *a, const uint32_t *b) {
    for (int i = LIMBS; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void limbs_subtract(uint32_t *a, const uint32_t *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        uint64_t difference = (uint64_t)a[i] - b[i] - borrow;
        a[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

static void limbs_multiply(uint32_t *a, uint32_t factor, uint32_t carry) {
    uint64_t sum = carry;
    for (int i = 0; i < LIMBS; i++) {
        sum += (uint64_t)a[i] * factor;
        a[i] = (uint32_t)sum;
        sum >>= 32;
    }
}

static int limbs_bits(const uint32_t *a) {
    int bits = 32 * LIMBS;
    while (bits > 0 && !(a[(bits - 1) / 32] >> (bits - 1) % 32 & 1))
        bits--;
    return bits;
}

static int limbs_bit(const uint32_t *a, int at) {
    return at >= 0 && a[at / 32] >> at % 32 & 1;
}

/* The leading 128 bits of 5^power, cut off; of its inverse if the power is negative, rounded up. */
static wide factor_of(int power) {
    uint32_t five[LIMBS] = {1}, rest[LIMBS] = {0};
    int magnitude = power < 0 ? -power : power;
    for (int i = 0; i < magnitude; i++)
        limbs_multiply(five, 5, 0);
    int bits = limbs_bits(five);
    wide factor = 0;
    if (power >= 0) {
        for (int i = 1; i <= 128; i++)
            factor = factor << 1 | (wide)limbs_bit(five, bits - i);
        return factor;
    }
    /* 2^(bits - 1 + 128) / 5^magnitude has 128 bits: the first is that of 2^bits. */
    rest[(bits - 1) / 32] = (uint32_t)1 << (bits - 1) % 32;
    for (int i = 0; i < 128; i++) {
        limbs_multiply(rest, 2, 0);
        int fits = limbs_compare(rest, five) >= 0;
        if (fits)
            limbs_subtract(rest, five);
        factor = factor << 1 | (wide)fits;
    }
    return factor + 1;
}

/* How many zeros are in front of a number other than 0. */
static int leading_zeros(uint64_t n) {
    int zeros = 0;
    for (int step = 32; step > 0; step /= 2) {
        int empty = n >> (64 - step) == 0;
        zeros += empty ? step : 0;
        n = empty ? n << step : n;
    }
    return zeros;
}

/* The fields of a number below the normal ones, from a mantissa with two more bits than its fraction; half-way cases do not occur there.
 * Returns whether it would have been a normal number with any exponent allowed, which is what errno depends on. */
static int round_subnormal(uint64_t mantissa, const struct target *target, uint64_t *fraction, int *exponent) {
    int shift = 1 - *exponent, carries = (mantissa + (mantissa & 1)) >> (target->fraction_bits + 2) != 0;
    mantissa >>= shift < 63 ? shift : 63;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    *exponent = (int)(mantissa >> target->fraction_bits);
    *fraction = mantissa & (((uint64_t)1 << target->fraction_bits) - 1);
    return shift == 1 && carries;
}

/* The fields of digits * 10^power, where the digits are not 0 and no power is beyond the format. Returns 0 if that is too large or too small to be
 * a normal number: none of those that are too small is exact. */
static int lemire_rounded(uint64_t digits, int power, const struct target *target, uint64_t *fraction, int *exponent) {
    wide factor = factor_of(power);
    int zeros = leading_zeros(digits), shift = 64 - target->fraction_bits - 3;
    wide number = digits << zeros;
    wide product = number * (factor >> 64) + (number * (factor & UINT64_MAX) >> 64);
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    int upper = (int)(high >> 63), least = (217706 * power >> 16) + target->bias;
    uint64_t mantissa = high >> (upper + shift);
    *exponent = least + 63 + upper - zeros;
    if (least <= 0 && *exponent <= 0)
        return round_subnormal(mantissa, target, fraction, exponent);
    if (power >= target->least_tie && power <= target->largest_tie) {
        int is_tie = low <= 1 && (mantissa & 3) == 1 && mantissa << (upper + shift) == high;
        mantissa -= (uint64_t)is_tie;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    *exponent += (int)(mantissa >> (target->fraction_bits + 1));
    *fraction = mantissa & (((uint64_t)1 << target->fraction_bits) - 1);
    /* Numbers of 64 bits are below 2^64; a power that makes none of them too large needs no look at the digits. */
    if (least + 65 < target->largest || *exponent < target->largest)
        return 1;
    *exponent = target->largest;
    *fraction = 0;
    return 0;
}

/* The fields of digits * 10^power; sets errno if the result is too large, or too small to be exact. */
static void lemire(uint64_t digits, int power, const struct target *target, uint64_t *fraction, int *exponent) {
    int is_far = power <= -target->beyond || power >= target->beyond, is_zero = digits == 0;
    int is_normal = !is_far && lemire_rounded(digits, power, target, fraction, exponent);
    if (is_far) {
        *fraction = 0;
        *exponent = power > 0 ? target->largest : 0;
    }
    *fraction = is_zero ? 0 : *fraction;
    *exponent = is_zero ? 0 : *exponent;
    if (!is_normal) {
        int before = errno;
        errno = is_zero ? before : E_RANGE;
    }
}
