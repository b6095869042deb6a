/* What of <math.h> the engine computes itself: functions that are intrinsics of LLVM 14, exact in every format or, where no standard rounds them,
 * by the machine that Braid runs on; and others of the latter kind by their names. */
#include "runtime.h"

#define ONE(name)                                                                                                     \
    double llvm_##name(double) __asm__("llvm." #name ".f64");                                                         \
    float llvm_##name##f(float) __asm__("llvm." #name ".f32");                                                        \
    API double name(double x) { return llvm_##name(x); }                                                              \
    API float name##f(float x) { return llvm_##name##f(x); }

#define TWO(name, intrinsic)                                                                                          \
    double llvm_##name(double, double) __asm__("llvm." #intrinsic ".f64");                                            \
    float llvm_##name##f(float, float) __asm__("llvm." #intrinsic ".f32");                                            \
    API double name(double x, double y) { return llvm_##name(x, y); }                                                 \
    API float name##f(float x, float y) { return llvm_##name##f(x, y); }

#define TO_INTEGER(name, type, letters)                                                                               \
    type llvm_##name(double) __asm__("llvm." #name letters ".f64");                                                   \
    type llvm_##name##f(float) __asm__("llvm." #name letters ".f32");                                                 \
    API type name(double x) { return llvm_##name(x); }                                                                \
    API type name##f(float x) { return llvm_##name##f(x); }

#if LONG_MAX == INT_MAX
#define LONG_LETTERS ".i32"
#else
#define LONG_LETTERS ".i64"
#endif

ONE(sqrt)
ONE(sin)
ONE(cos)
ONE(exp)
ONE(exp2)
ONE(log)
ONE(log2)
ONE(log10)
ONE(fabs)
ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(rint)
ONE(nearbyint)
ONE(round)
ONE(roundeven)
TWO(pow, pow)
TWO(fmin, minnum)
TWO(fmax, maxnum)
TWO(copysign, copysign)
TO_INTEGER(lrint, long, LONG_LETTERS)
TO_INTEGER(llrint, long long, ".i64")
TO_INTEGER(lround, long, LONG_LETTERS)
TO_INTEGER(llround, long long, ".i64")

/* Exact in the format of the x87 too. */
#define ONE_LONG(name)                                                                                                \
    long double llvm_##name##l(long double) __asm__("llvm." #name ".f80");                                            \
    API long double name##l(long double x) { return llvm_##name##l(x); }

#define TWO_LONG(name, intrinsic)                                                                                     \
    long double llvm_##name##l(long double, long double) __asm__("llvm." #intrinsic ".f80");                          \
    API long double name##l(long double x, long double y) { return llvm_##name##l(x, y); }

ONE_LONG(sqrt)
ONE_LONG(fabs)
ONE_LONG(floor)
ONE_LONG(ceil)
ONE_LONG(trunc)
ONE_LONG(rint)
ONE_LONG(nearbyint)
ONE_LONG(round)
ONE_LONG(roundeven)
TWO_LONG(fmin, minnum)
TWO_LONG(fmax, maxnum)
TWO_LONG(copysign, copysign)

#define FUSED(name, type, suffix)                                                                                     \
    type llvm_##name(type, type, type) __asm__("llvm.fma." suffix);                                                   \
    API type name(type x, type y, type z) { return llvm_##name(x, y, z); }

FUSED(fma, double, "f64")
FUSED(fmaf, float, "f32")
FUSED(fmal, long double, "f80")

#define LIBRARY(name)                                                                                                 \
    API double name(double x) { return __braid_library(#name, x, 0); }                                                \
    API float name##f(float x) { return __braid_library_single(#name, x, 0); }

#define LIBRARY_TWO(name)                                                                                             \
    API double name(double x, double y) { return __braid_library(#name, x, y); }                                      \
    API float name##f(float x, float y) { return __braid_library_single(#name, x, y); }

LIBRARY(tan)
LIBRARY(asin)
LIBRARY(acos)
LIBRARY(atan)
LIBRARY(sinh)
LIBRARY(cosh)
LIBRARY(tanh)
LIBRARY(expm1)
LIBRARY(log1p)
LIBRARY(cbrt)
LIBRARY(asinh)
LIBRARY(acosh)
LIBRARY(atanh)
LIBRARY(erf)
LIBRARY(erfc)
LIBRARY_TWO(atan2)
LIBRARY_TWO(hypot)

API void sincos(double x, double *sine, double *cosine) {
    *sine = llvm_sin(x);
    *cosine = llvm_cos(x);
}

API void sincosf(float x, float *sine, float *cosine) {
    *sine = llvm_sinf(x);
    *cosine = llvm_cosf(x);
}
