/* What of <math.h> the engine computes itself: functions that are intrinsics of LLVM 14. Results are those of the machine that
 * Braid runs on. */
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
