/* What kind of number something is, by the names that the headers of C libraries and old programs call: compilers mostly have these themselves. */
#include "runtime.h"

enum kind { KIND_NAN, KIND_INFINITE, KIND_ZERO, KIND_SUBNORMAL, KIND_NORMAL };

/* Chosen without a branch, so that an unknown number does not fork here. Of the sign glibc gives the bit that x86-64 tells it by. */
#define CLASSIFY(suffix, type, abs, least, value_of_sign)                                                             \
    API int __isnan##suffix(type x) {                                                                                 \
        return x != x;                                                                                                \
    }                                                                                                                 \
    API int isnan##suffix(type x) {                                                                                   \
        return x != x;                                                                                                \
    }                                                                                                                 \
    API int __isinf##suffix(type x) {                                                                                 \
        return (x == (type)__builtin_inf()) - (x == -(type)__builtin_inf());                                          \
    }                                                                                                                 \
    API int isinf##suffix(type x) {                                                                                   \
        return __isinf##suffix(x);                                                                                    \
    }                                                                                                                 \
    API int __finite##suffix(type x) {                                                                                \
        return abs(x) < (type)__builtin_inf();                                                                        \
    }                                                                                                                 \
    API int finite##suffix(type x) {                                                                                  \
        return __finite##suffix(x);                                                                                   \
    }                                                                                                                 \
    API int __signbit##suffix(type x) {                                                                               \
        return __builtin_signbit(x) ? value_of_sign : 0;                                                              \
    }                                                                                                                 \
    API int __fpclassify##suffix(type x) {                                                                            \
        type size = abs(x);                                                                                           \
        int kind = size < least ? KIND_SUBNORMAL : KIND_NORMAL;                                                       \
        kind = size == 0 ? KIND_ZERO : kind;                                                                          \
        kind = size == (type)__builtin_inf() ? KIND_INFINITE : kind;                                                  \
        return x != x ? KIND_NAN : kind;                                                                              \
    }

CLASSIFY(, double, __builtin_fabs, __DBL_MIN__, 128)
CLASSIFY(f, float, __builtin_fabsf, __FLT_MIN__, 8)
CLASSIFY(l, long double, __builtin_fabsl, __LDBL_MIN__, 512)
