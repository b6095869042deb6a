// Complex numbers: sum, product, conjugate, parts; a Mandelbrot picture.
#include <complex.h>
#include <stdio.h>

static double norm(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }
static float complex rotate(float complex z) { return __builtin_complex(-cimagf(z), crealf(z)); }

int main(void) {
    for (int y = -4; y <= 4; y++) {
        for (int x = -20; x < 10; x++) {
            double complex c = x / 10.0 + y / 4.0 * I, z = 0;
            int n = 0;
            for (; n < 30 && norm(z) < 4; n++) z = __builtin_complex(creal(z) * creal(z) - cimag(z) * cimag(z), 2 * creal(z) * cimag(z)) + c;
            putchar(n == 30 ? '#' : n > 5 ? '+' : '.');
        }
        puts("");
    }
    double complex a = 1 + 2 * I, b = 3 - I;
    float complex r = rotate(1.5f + 0.5f * I);
    printf("%g %g %g %g %g %g\n", creal(a + b), cimag(a - b), creal(conj(a)), cimag(conj(a)), (double)crealf(r), (double)cimagf(r));
    return a == b;
}
