/* Products and quotients of complex numbers, which compilers leave to their own library: the algorithms of libgcc, whose
 * results they give to the bit. float is computed in double; the others divide by Smith's method with scaling (Baudin and
 * Smith 2012). */
#include "runtime.h"

/* Results are put together part by part: a product of a complex number would be one of these functions again. */
#define MAKE(type, re, im)                                                                                            \
    type _Complex result;                                                                                             \
    __real__ result = re;                                                                                             \
    __imag__ result = im;                                                                                             \
    return result

#define IS_NAN(x) ((x) != (x))
#define IS_FINITE(x) ((x) - (x) == 0)
#define IS_INFINITE(x) (!IS_NAN(x) && !IS_FINITE(x))
#define UNIT(copysign, x) copysign(IS_INFINITE(x) ? 1 : 0, x)
#define CLEAR(copysign, x)                                                                                            \
    if (IS_NAN(x))                                                                                                    \
    x = copysign(0, x)

/* The product of a + bi and c + di; infinities survive numbers that are none. */
#define MULTIPLY(name, type, copysign)                                                                                \
    API type _Complex name(type a, type b, type c, type d) {                                                          \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                                \
        if (IS_NAN(x) && IS_NAN(y)) {                                                                                 \
            int again = 0;                                                                                            \
            if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                                   \
                a = UNIT(copysign, a);                                                                                \
                b = UNIT(copysign, b);                                                                                \
                CLEAR(copysign, c);                                                                                   \
                CLEAR(copysign, d);                                                                                   \
                again = 1;                                                                                            \
            }                                                                                                         \
            if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                                   \
                c = UNIT(copysign, c);                                                                                \
                d = UNIT(copysign, d);                                                                                \
                CLEAR(copysign, a);                                                                                   \
                CLEAR(copysign, b);                                                                                   \
                again = 1;                                                                                            \
            }                                                                                                         \
            if (!again && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {               \
                CLEAR(copysign, a);                                                                                   \
                CLEAR(copysign, b);                                                                                   \
                CLEAR(copysign, c);                                                                                   \
                CLEAR(copysign, d);                                                                                   \
                again = 1;                                                                                            \
            }                                                                                                         \
            if (again) {                                                                                              \
                x = (type)__builtin_inf() * (a * c - b * d);                                                          \
                y = (type)__builtin_inf() * (a * d + b * c);                                                          \
            }                                                                                                         \
        }                                                                                                             \
        MAKE(type, x, y);                                                                                             \
    }

MULTIPLY(__mulsc3, float, __builtin_copysignf)
MULTIPLY(__muldc3, double, __builtin_copysign)
MULTIPLY(__mulxc3, long double, __builtin_copysignl)

/* What is known of a quotient both of whose parts came out as no number. */
#define RECOVER(type, copysign)                                                                                       \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                                     \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                                         \
            x = copysign((type)__builtin_inf(), c) * a;                                                               \
            y = copysign((type)__builtin_inf(), c) * b;                                                               \
        } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && IS_FINITE(c) && IS_FINITE(d)) {                              \
            a = UNIT(copysign, a);                                                                                    \
            b = UNIT(copysign, b);                                                                                    \
            x = (type)__builtin_inf() * (a * c + b * d);                                                              \
            y = (type)__builtin_inf() * (b * c - a * d);                                                              \
        } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && IS_FINITE(a) && IS_FINITE(b)) {                              \
            c = UNIT(copysign, c);                                                                                    \
            d = UNIT(copysign, d);                                                                                    \
            x = 0 * (a * c + b * d);                                                                                  \
            y = 0 * (b * c - a * d);                                                                                  \
        }                                                                                                             \
    }

API float _Complex __divsc3(float a, float b, float c, float d) {
    double p = a, q = b, r = c, s = d, denominator = r * r + s * s;
    float x = (float)((p * r + q * s) / denominator), y = (float)((q * r - p * s) / denominator);
    RECOVER(float, __builtin_copysignf)
    MAKE(float, x, y);
}

/* What is no number stays the one that it is: operations choose another sign, and the sign of a zero may come of it. */
#define SCALE_PART(x, by) x = IS_NAN(x) ? x : x by
#define SCALE(by)                                                                                                     \
    SCALE_PART(a, by);                                                                                                \
    SCALE_PART(b, by);                                                                                                \
    SCALE_PART(c, by);                                                                                                \
    SCALE_PART(d, by)

/* Keeps the denominator, of which `large` is the larger part, in range: `big` is half of the largest number, `small` the
 * least normal one, `step` the distance of 1 to the next number. */
#define BALANCE(abs, large, big, small, step)                                                                         \
    if (abs(large) >= (big)) {                                                                                        \
        SCALE(/ 2);                                                                                                   \
    }                                                                                                                 \
    if (abs(large) < (step) || (abs(a) < (small) && abs(b) < (big) * (step) && abs(large) < (big) * (step)) ||       \
        (abs(b) < (small) && abs(a) < (big) * (step) && abs(large) < (big) * (step))) {                               \
        SCALE(* (1 / (step)));                                                                                        \
    }

#define DIVIDE(name, type, abs, copysign, big, small, step)                                                           \
    API type _Complex name(type a, type b, type c, type d) {                                                          \
        type x, y, ratio, denominator;                                                                                \
        if (abs(c) < abs(d)) {                                                                                        \
            BALANCE(abs, d, big, small, step)                                                                         \
            ratio = c / d;                                                                                            \
            denominator = c * ratio + d;                                                                              \
            int normal = abs(ratio) > (small);                                                                        \
            x = ((normal ? a * ratio : c * (a / d)) + b) / denominator;                                               \
            y = ((normal ? b * ratio : c * (b / d)) - a) / denominator;                                               \
        } else {                                                                                                      \
            BALANCE(abs, c, big, small, step)                                                                         \
            ratio = d / c;                                                                                            \
            denominator = d * ratio + c;                                                                              \
            int normal = abs(ratio) > (small);                                                                        \
            x = ((normal ? b * ratio : d * (b / c)) + a) / denominator;                                               \
            y = (b - (normal ? a * ratio : d * (a / c))) / denominator;                                               \
        }                                                                                                             \
        RECOVER(type, copysign)                                                                                       \
        MAKE(type, x, y);                                                                                             \
    }

DIVIDE(__divdc3, double, __builtin_fabs, __builtin_copysign, __DBL_MAX__ / 2, __DBL_MIN__, __DBL_EPSILON__)
DIVIDE(__divxc3, long double, __builtin_fabsl, __builtin_copysignl, __LDBL_MAX__ / 2, __LDBL_MIN__, __LDBL_EPSILON__)
