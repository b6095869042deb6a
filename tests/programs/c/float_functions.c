// Library functions that are intrinsics: rounding in every direction, sqrt, fabs, copysign, min, max, fma, fmod.
#include <stdio.h>

int main(void) {
    volatile double values[] = {-2.5, -1.5, -0.5, -0.25, 0.0, 0.5, 1.5, 2.5, 2.75, 1e17};
    for (int i = 0; i < 10; i++) {
        double d = values[i];
        float f = (float)d;
        printf("%g %g %g %g %g %g ", __builtin_floor(d), __builtin_ceil(d), __builtin_trunc(d), __builtin_round(d), __builtin_rint(d), __builtin_nearbyint(d));
        printf("%g %g %g %g ", __builtin_fabs(d), __builtin_copysign(3.0, d), __builtin_fmin(d, 1), __builtin_fmax(d, 1));
        printf("%.9g %.17g %g %g\n", (double)__builtin_sqrtf(f * f + 1), __builtin_sqrt(d * d + 1), __builtin_fma(d, d, 0.1), (double)__builtin_floorf(f));
    }
    volatile double x = 17.75, y = 3.5;
    printf("%g %g %g\n", __builtin_fmod(x, y), __builtin_fmod(-x, y), (double)__builtin_fmaf((float)x, (float)y, 1.0f));
    return 0;
}
