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

#define TO_INTEGER(name)                                                                                              \
    long llvm_##name(double) __asm__("llvm." #name ".i64.f64");                                                       \
    long llvm_##name##f(float) __asm__("llvm." #name ".i64.f32");                                                     \
    API long name(double x) { return llvm_##name(x); }                                                                \
    API long name##f(float x) { return llvm_##name##f(x); }

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
TO_INTEGER(lrint)
TO_INTEGER(llrint)
TO_INTEGER(lround)
TO_INTEGER(llround)
