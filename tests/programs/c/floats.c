// Single and double precision: arithmetic, rounding, denormals, infinities, signed zeros, accumulated error.
#include <float.h>
#include <stdio.h>

int main(void) {
    volatile float f = 1.1f, g = 3.3f;
    volatile double d = 1.1, e = 3.3, zero = 0.0;
    printf("%.9g %.9g %.9g %.9g\n", (double)(f + g), (double)(f - g), (double)(f * g), (double)(f / g));
    printf("%.17g %.17g %.17g %.17g\n", d + e, d - e, d * e, d / e);
    printf("%g %g %g %g\n", d / zero, -d / zero, zero * -d, 1 / (zero * -d));
    volatile double tiny = DBL_MIN, small = DBL_TRUE_MIN;
    volatile float ftiny = FLT_MIN;
    printf("%g %g %g %g\n", tiny / 3, small / 2, small * 3, (double)(ftiny / 7));
    float sum = 0;
    double total = 0;
    for (int i = 1; i < 1000; i++) sum += 1.0f / (float)i, total += 1.0 / i;
    printf("%.9g %.17g %.9g\n", (double)sum, total, (double)(float)total);
    double x = 2;
    for (int i = 0; i < 6; i++) x = (x + 2 / x) / 2;
    printf("%.17g %a %a\n", x, x, (double)f);
    printf("%g %d\n", -zero, sum > (float)total);
    return 0;
}
