/* Parts of floating-point numbers, exactly, known or not: frexp, ldexp, modf, fmod, remainder, nextafter and their kin. They take a number apart by its bits and
 * put it together again; the rest of a division is the engine's. */
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

/* The versions of float go through double, in which nothing is rounded before the end. */
API float frexpf(float x, int *exponent) {
    return (float)frexp(x, exponent);
}

API float scalbnf(float x, int n) {
    return (float)scalbn(x, n);
}

API float scalblnf(float x, long n) {
    return (float)scalbln(x, n);
}

static int is_extreme(double x) {
    return x == 0 || x - x != 0;
}

API float ldexpf(float x, int n) {
    float result = scalbnf(x, n);
    if (!is_extreme(x) && is_extreme(result))
        errno = E_RANGE;
    return result;
}

API float modff(float x, float *whole) {
    double part;
    float rest = (float)modf(x, &part);
    *whole = (float)part;
    return rest;
}

enum { E_DOM = 33 };

#define FMOD(name, type, call)                                                                                        \
    API type name(type x, type y) {                                                                                   \
        type rest = call("fmod", x, y);                                                                               \
        if (rest != rest && x == x && y == y)                                                                         \
            errno = E_DOM;                                                                                            \
        return rest;                                                                                                  \
    }

FMOD(fmod, double, __braid_library)
FMOD(fmodf, float, __braid_library_single)
FMOD(fmodl, long double, __braid_library_extended)

/* The rest that is at most half of the divisor, of which the even quotient is taken where there are two: of a division by twice the divisor the divisor is
 * taken off once or twice (Sun's fdlibm). No step rounds. `most` is half of the largest number. */
#define REMAINDER(name, type, fmod, fabs, most)                                                                       \
    API type name(type x, type y) {                                                                                   \
        type divisor = fabs(y), twice = divisor > most ? (type)__builtin_inf() : divisor + divisor;                   \
        if (divisor == 0 || x - x != 0 || y != y)                                                                     \
            return fmod(x, y);                                                                                        \
        type rest = fmod(fabs(x), twice);                                                                             \
        int over = rest + rest > divisor;                                                                             \
        rest -= over ? divisor : 0;                                                                                   \
        over &= rest + rest >= divisor;                                                                               \
        rest -= over ? divisor : 0;                                                                                   \
        return x < 0 || 1 / x < 0 ? -rest : rest;                                                                     \
    }

REMAINDER(remainder, double, fmod, __builtin_fabs, 0x1.fffffffffffffp1022)
REMAINDER(remainderf, float, fmodf, __builtin_fabsf, 0x1.fffffep126f)
REMAINDER(remainderl, long double, fmodl, __builtin_fabsl, 0x1.fffffffffffffffep16382L)

API double drem(double x, double y) {
    return remainder(x, y);
}

API float dremf(float x, float y) {
    return remainderf(x, y);
}

API long double dreml(long double x, long double y) {
    return remainderl(x, y);
}

/* The neighbour of a number towards another. */
API double nextafter(double x, double y) {
    uint64_t bits = bits_of_real(x);
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    uint64_t away = (x < y) == (bits >> 63 == 0) ? 1 : (uint64_t)-1, least = (bits_of_real(y) & sign_bit) | 1;
    bits = bits << 1 == 0 ? least : bits + away;
    if (exponent_of(bits) == 0 || exponent_of(bits) == EXPONENT_MASK)
        errno = E_RANGE;
    return real_of_bits(bits);
}

API float nextafterf(float x, float y) {
    union {
        float value;
        uint32_t bits;
    } of = {x}, to = {y};
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    uint32_t away = (x < y) == (of.bits >> 31 == 0) ? 1 : (uint32_t)-1, least = (to.bits & (uint32_t)1 << 31) | 1;
    of.bits = of.bits << 1 == 0 ? least : of.bits + away;
    uint32_t exponent = of.bits >> 23 & 0xff;
    if (exponent == 0 || exponent == 0xff)
        errno = E_RANGE;
    return of.value;
}

/* The x87 writes out the leading bit of a significand, which is set above the least exponent. */
union long_bits {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t exponent;
    } bits;
};

enum { LONG_MASK = 0x7fff, LONG_BIAS = 16383, LONG_SIGN = 0x8000 };
static const uint64_t leading_bit = (uint64_t)1 << 63;

static long double long_power(int n) {
    union long_bits power = {0};
    power.bits.mantissa = leading_bit;
    power.bits.exponent = (uint16_t)(n + LONG_BIAS);
    return power.value;
}

API long double scalbnl(long double x, int n) {
    static const int step = 16382;
    long double up = long_power(step), down = long_power(-step + 64);
    for (int i = 0; i < 2 && n > step; i++, n -= step)
        x *= up;
    for (int i = 0; i < 2 && n < -step; i++, n += step - 64)
        x *= down;
    n = n > step ? step : n < -step ? -step : n;
    return x * long_power(n);
}

API long double scalblnl(long double x, long n) {
    return scalbnl(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n);
}

API long double ldexpl(long double x, int n) {
    long double result = scalbnl(x, n);
    if (x != 0 && x - x == 0 && (result == 0 || result - result != 0))
        errno = E_RANGE;
    return result;
}

API long double frexpl(long double x, int *exponent) {
    int shift = 0;
    *exponent = 0;
    if (x == 0 || x - x != 0)
        return x;
    union long_bits u = {x};
    if ((u.bits.exponent & LONG_MASK) == 0) {
        u.value = x * long_power(64);
        shift = 64;
    }
    *exponent = (u.bits.exponent & LONG_MASK) - LONG_BIAS + 1 - shift;
    u.bits.exponent = (uint16_t)((u.bits.exponent & LONG_SIGN) | (LONG_BIAS - 1));
    return u.value;
}

API long double modfl(long double x, long double *whole) {
    *whole = __builtin_truncl(x);
    long double rest = __builtin_fabsl(x) == __builtin_infl() ? 0 : x - *whole;
    return __builtin_copysignl(rest, x);
}

API long double nextafterl(long double x, long double y) {
    union long_bits u = {x};
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    int magnitude = u.bits.exponent & LONG_MASK, sign = u.bits.exponent & LONG_SIGN;
    if (x == 0) {
        u.bits.mantissa = 1;
        sign = y < 0 ? LONG_SIGN : 0;
        magnitude = 0;
    } else if ((x < y) == (sign == 0)) {
        u.bits.mantissa++;
        int full = u.bits.mantissa == 0 || (magnitude == 0 && u.bits.mantissa == leading_bit);
        u.bits.mantissa = u.bits.mantissa == 0 ? leading_bit : u.bits.mantissa;
        magnitude += full;
    } else {
        int empty = magnitude > 0 && u.bits.mantissa == leading_bit;
        u.bits.mantissa = empty && magnitude > 1 ? UINT64_MAX : u.bits.mantissa - 1;
        magnitude -= empty;
    }
    if (magnitude == 0 || magnitude == LONG_MASK)
        errno = E_RANGE;
    u.bits.exponent = (uint16_t)(sign | magnitude);
    return u.value;
}

/* The greatest or least difference that is not negative. */
#define DIM(name, type)                                                                                               \
    API type name(type x, type y) {                                                                                   \
        type difference = x - y;                                                                                      \
        return x <= y ? 0 : difference;                                                                               \
    }

DIM(fdim, double)
DIM(fdimf, float)
DIM(fdiml, long double)

/* Exponents as integers and as numbers; those of 0, infinities and what is no number are special. */
API int ilogb(double x) {
    int exponent;
    if (x == 0 || x != x)
        return INT_MIN;
    if (x - x != 0)
        return INT_MAX;
    frexp(x, &exponent);
    return exponent - 1;
}

API int ilogbf(float x) {
    return ilogb(x);
}

API double logb(double x) {
    if (x == 0)
        return -__builtin_inf();
    return x - x != 0 ? x * x : ilogb(x);
}

API float logbf(float x) {
    return (float)logb(x);
}
