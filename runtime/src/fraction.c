/* Parts of floating-point numbers, exactly: frexp, ldexp, modf, fmod. They take a number apart by its bits and put it together again. The long division
 * of fmod makes symbolic numbers concrete first, by the engine's own rule, which counts and names it. */
#include "runtime.h"

enum { FRACTION_BITS = 52, EXPONENT_MASK = 0x7ff, BIAS = 1023 };

union real_bits {
    double value;
    uint64_t bits;
};

static uint64_t bits_of_real(double x) {
    return (union real_bits){x}.bits;
}

static double real_of_bits(uint64_t bits) {
    return (union real_bits){.bits = bits}.value;
}

static int exponent_of(uint64_t bits) {
    return (int)(bits >> FRACTION_BITS) & EXPONENT_MASK;
}

static const uint64_t sign_bit = (uint64_t)1 << 63, fraction_mask = ((uint64_t)1 << FRACTION_BITS) - 1;

/* A number with another exponent field. */
static uint64_t with_exponent(uint64_t bits, int exponent) {
    return (bits & (sign_bit | fraction_mask)) | (uint64_t)exponent << FRACTION_BITS;
}

static const double two_to_54 = 18014398509481984.0, two_to_minus_54 = 1.0 / 18014398509481984.0;

API double frexp(double x, int *exponent) {
    uint64_t bits = bits_of_real(x);
    int shift = 0;
    if (exponent_of(bits) == 0 && bits << 1) {
        bits = bits_of_real(x * two_to_54);
        shift = 54;
    }
    *exponent = 0;
    if (exponent_of(bits) == EXPONENT_MASK || bits << 1 == 0)
        return x;
    *exponent = exponent_of(bits) - BIAS + 1 - shift;
    return real_of_bits(with_exponent(bits, BIAS - 1));
}

/* Powers of two in steps that neither overflow nor round twice. */
API double scalbn(double x, int n) {
    static const int step = 1022;
    double up = real_of_bits((uint64_t)(step + BIAS) << FRACTION_BITS), down = real_of_bits((uint64_t)(BIAS - step + 53) << FRACTION_BITS);
    for (int i = 0; i < 2 && n > step + 1; i++, n -= step)
        x *= up;
    for (int i = 0; i < 2 && n < -step; i++, n += step - 53)
        x *= down;
    n = n > step + 1 ? step + 1 : n < -step ? -step : n;
    return x * real_of_bits((uint64_t)(n + BIAS) << FRACTION_BITS);
}

API double scalbln(double x, long n) {
    return scalbn(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n);
}

API double ldexp(double x, int n) {
    uint64_t before = bits_of_real(x);
    double result = scalbn(x, n);
    uint64_t after = bits_of_real(result);
    if (exponent_of(before) != EXPONENT_MASK && before << 1 && (exponent_of(after) == EXPONENT_MASK || after << 1 == 0))
        errno = E_RANGE;
    return result;
}

API double modf(double x, double *whole) {
    uint64_t bits = bits_of_real(x), sign = bits & sign_bit;
    int exponent = exponent_of(bits) - BIAS;
    if (exponent >= FRACTION_BITS) {
        *whole = x;
        int is_nan = exponent == EXPONENT_MASK - BIAS && bits & fraction_mask;
        return is_nan ? x : real_of_bits(sign);
    }
    *whole = exponent < 0 ? real_of_bits(sign) : real_of_bits(bits & ~(fraction_mask >> exponent));
    double rest = x - *whole;
    return rest == 0 ? real_of_bits(sign) : rest;
}

/* The mantissa with its leading bit, and the exponent field that goes with it. */
static uint64_t mantissa_of(uint64_t bits, int *exponent) {
    uint64_t mantissa = bits & fraction_mask;
    *exponent = exponent_of(bits);
    if (*exponent)
        return mantissa | fraction_mask + 1;
    for (*exponent = 1; mantissa && mantissa <= fraction_mask; mantissa <<= 1)
        --*exponent;
    return mantissa;
}

/* Long division in base 2, of which only the rest is kept. */
API double fmod(double x, double y) {
    uint64_t a = __braid_concrete(bits_of_real(x)), b = __braid_concrete(bits_of_real(y)), sign = a & sign_bit;
    int of_a, of_b;
    if (b << 1 == 0 || exponent_of(a) == EXPONENT_MASK || (exponent_of(b) == EXPONENT_MASK && b & fraction_mask)) {
        if (a << 1 <= (uint64_t)EXPONENT_MASK << 53 && b << 1 <= (uint64_t)EXPONENT_MASK << 53)
            errno = 33;
        return x * y / (x * y);
    }
    if (a << 1 < b << 1)
        return x;
    uint64_t rest = mantissa_of(a, &of_a), divisor = mantissa_of(b, &of_b);
    for (;; of_a--, rest <<= 1) {
        rest = rest >= divisor ? rest - divisor : rest;
        if (of_a == of_b)
            break;
    }
    if (rest == 0)
        return real_of_bits(sign);
    for (; rest <= fraction_mask; rest <<= 1)
        of_b--;
    uint64_t magnitude = of_b > 0 ? (rest & fraction_mask) | (uint64_t)of_b << FRACTION_BITS : rest >> (1 - of_b);
    return real_of_bits(sign | magnitude);
}
