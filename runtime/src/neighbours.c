/* More functions of <math.h> that are exact: neighbours, parts of quotients, whole numbers of the wide format, numbers that are none. */
#include "runtime.h"

double nextafter(double x, double y);
float nextafterf(float x, float y);
long double nextafterl(long double x, long double y);
double fmod(double x, double y);
float fmodf(float x, float y);
long double fmodl(long double x, long double y);
double scalbn(double x, int n);
float scalbnf(float x, int n);
long double scalbnl(long double x, int n);
long double frexpl(long double x, int *exponent);
int ilogb(double x);
unsigned long long strtoull(const char *s, char **end, int base);

API long double nexttowardl(long double x, long double y) {
    return nextafterl(x, y);
}

/* Towards a number of the wide format, of which only the side counts. */
#define TOWARD(name, type, next, infinity)                                                                            \
    API type name(type x, long double y) {                                                                            \
        if (x != x || y != y)                                                                                         \
            return (type)(x + y);                                                                                     \
        if (x == y)                                                                                                   \
            return (type)y;                                                                                           \
        return next(x, x < y ? infinity : -infinity);                                                                 \
    }

TOWARD(nexttoward, double, nextafter, __builtin_inf())
TOWARD(nexttowardf, float, nextafterf, __builtin_inff())

/* The next number up or down; these set no errno. */
#define UP_AND_DOWN(suffix, type, next, infinity)                                                                     \
    API type nextup##suffix(type x) {                                                                                 \
        int kept = errno;                                                                                             \
        type result = next(x, infinity);                                                                              \
        errno = kept;                                                                                                 \
        return result;                                                                                                \
    }                                                                                                                 \
    API type nextdown##suffix(type x) {                                                                               \
        return -nextup##suffix(-x);                                                                                   \
    }

UP_AND_DOWN(, double, nextafter, __builtin_inf())
UP_AND_DOWN(f, float, nextafterf, __builtin_inff())
UP_AND_DOWN(l, long double, nextafterl, __builtin_infl())

/* The remainder, and the lowest three bits of the quotient that it is of, with its sign: by dividing by eight times the divisor first. `most` is an eighth
 * of the largest number. Of the count glibc gives three bits on i386, elsewhere what it is, at most 8. */
enum { COUNT_MASK = UINTPTR_MAX == UINT64_MAX ? 15 : 7 };

#define QUOTIENT(name, type, fmod, abs, most)                                                                         \
    API type name(type x, type y, int *quotient) {                                                                    \
        type divisor = abs(y);                                                                                        \
        if (divisor == 0 || x - x != 0 || y != y)                                                                     \
            return (x * y) / (x * y);                                                                                 \
        int is_negative = (__builtin_signbit(x) != 0) != (__builtin_signbit(y) != 0);                                 \
        type rest = abs(divisor <= most ? fmod(x, 8 * divisor) : x);                                                  \
        int count = 0;                                                                                                \
        int over = divisor <= 2 * most && rest >= 4 * divisor;                                                        \
        rest -= over ? 4 * divisor : 0;                                                                               \
        count += over ? 4 : 0;                                                                                        \
        over = divisor <= 4 * most && rest >= 2 * divisor;                                                            \
        rest -= over ? 2 * divisor : 0;                                                                               \
        count += over ? 2 : 0;                                                                                        \
        over = rest > divisor - rest;                                                                                 \
        rest -= over ? divisor : 0;                                                                                   \
        count += over;                                                                                                \
        over &= rest >= divisor - rest;                                                                               \
        rest -= over ? divisor : 0;                                                                                   \
        count += over;                                                                                                \
        *quotient = is_negative ? -(count & COUNT_MASK) : count & COUNT_MASK;                                                        \
        return __builtin_signbit(x) ? -rest : rest;                                                                   \
    }

QUOTIENT(remquo, double, fmod, __builtin_fabs, 0x1p1020)
QUOTIENT(remquof, float, fmodf, __builtin_fabsf, 0x1p124f)
QUOTIENT(remquol, long double, fmodl, __builtin_fabsl, 0x1p16380L)

/* To integers, as conversions on x86 do: what does not fit is the least. */
#define WHOLE(name, type, round)                                                                                      \
    API type name(long double x) {                                                                                    \
        enum { BITS = 8 * sizeof(type) - 1 };                                                                         \
        long double whole = round(x), end = (long double)((unsigned long long)1 << BITS);                             \
        return whole >= -end && whole < end ? (type)whole : (type)((unsigned long long)1 << BITS);                    \
    }

WHOLE(lrintl, long, __builtin_rintl)
WHOLE(llrintl, long long, __builtin_rintl)
WHOLE(lroundl, long, __builtin_roundl)
WHOLE(llroundl, long long, __builtin_roundl)

API int ilogbl(long double x) {
    int exponent;
    if (x == 0 || x != x)
        return INT_MIN;
    if (x - x != 0)
        return INT_MAX;
    frexpl(x, &exponent);
    return exponent - 1;
}

API long double logbl(long double x) {
    if (x == 0)
        return -__builtin_infl();
    return x - x != 0 ? x * x : ilogbl(x);
}

API double significand(double x) {
    return x == 0 || x - x != 0 ? x : scalbn(x, -ilogb(x));
}

/* NaNs by what is written behind them: a number is their payload. */
static uint64_t payload(const char *text) {
    char *end;
    if (!*text)
        return 0;
    int kept = errno;
    uint64_t number = strtoull(text, &end, 0);
    errno = kept;
    return *end ? 0 : number;
}

API double nan(const char *text) {
    union {
        uint64_t bits;
        double value;
    } u = {(uint64_t)0x7ff8 << 48 | (payload(text) & (((uint64_t)1 << 51) - 1))};
    return u.value;
}

API long double nanl(const char *text) {
    union {
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } bits;
        long double value;
    } u = {0};
    u.bits.mantissa = (uint64_t)3 << 62 | (payload(text) & (((uint64_t)1 << 62) - 1));
    u.bits.exponent = 0x7fff;
    return u.value;
}

API float nanf(const char *text) {
    union {
        uint32_t bits;
        float value;
    } u = {(uint32_t)0x7fc00000 | (uint32_t)(payload(text) & 0x3fffff)};
    return u.value;
}

/* Parts of complex numbers. */
double hypot(double x, double y);
float hypotf(float x, float y);
double atan2(double y, double x);
float atan2f(float y, float x);

#define PARTS(suffix, type)                                                                                           \
    API type creal##suffix(type _Complex z) {                                                                         \
        return __real__ z;                                                                                            \
    }                                                                                                                 \
    API type cimag##suffix(type _Complex z) {                                                                         \
        return __imag__ z;                                                                                            \
    }                                                                                                                 \
    API type _Complex conj##suffix(type _Complex z) {                                                                 \
        __imag__ z = -__imag__ z;                                                                                     \
        return z;                                                                                                     \
    }

PARTS(, double)
PARTS(f, float)
PARTS(l, long double)

API double cabs(double _Complex z) {
    return hypot(__real__ z, __imag__ z);
}

API float cabsf(float _Complex z) {
    return hypotf(__real__ z, __imag__ z);
}

API double carg(double _Complex z) {
    return atan2(__imag__ z, __real__ z);
}

API float cargf(float _Complex z) {
    return atan2f(__imag__ z, __real__ z);
}
