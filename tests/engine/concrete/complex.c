// Products and quotients of complex numbers, to the bit, also with infinities and numbers that are none.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double parts[] = {0.0, -0.0, 1.5, -3.25e-5, 7.0e150, -2.0e307, 4.0e-308, 3.0e-310, INFINITY, -INFINITY, NAN, 1e-17};
enum { COUNT = sizeof parts / sizeof *parts };

/* A constant where it is no number: which one a conversion gives is open. */
#define PART(type, x) ((x) != (x) ? (type)NAN : (type)(x))
#define MAKE(type, re, im) __builtin_complex(PART(type, re), PART(type, im))

static unsigned long hash = 14695981039346656037ul;

static void add(const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211ul;
}

/* All numbers that are none are the same one: machines choose their signs differently. */
static void add_double(double x) {
    if (x != x)
        x = 42;
    add(&x, sizeof x);
}
static void add_float(float x) {
    if (x != x)
        x = 42;
    add(&x, sizeof x);
}
static void add_long(long double x) {
    if (x != x)
        x = 42;
    add(&x, 10);
}

static void combine(double a, double b, double c, double d) {
    double _Complex p = MAKE(double, a, b), q = MAKE(double, c, d), r = p * q, s = p / q;
    add_double(creal(r)), add_double(cimag(r)), add_double(creal(s)), add_double(cimag(s));
    float _Complex pf = MAKE(float, a, b), qf = MAKE(float, c, d), rf = pf * qf, sf = pf / qf;
    add_float(crealf(rf)), add_float(cimagf(rf)), add_float(crealf(sf)), add_float(cimagf(sf));
    long double _Complex pl = MAKE(long double, a, b), ql = MAKE(long double, c, d), rl = pl * ql, sl = pl / ql;
    add_long(creall(rl)), add_long(cimagl(rl)), add_long(creall(sl)), add_long(cimagl(sl));
}

int main(void) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            for (int k = 0; k < COUNT; k++)
                combine(parts[i], parts[j], parts[k], parts[(i + 2 * j + k) % COUNT]);
            printf("%2d %2d %016lx\n", i, j, hash);
        }
    double _Complex z = MAKE(double, 1, 2) / MAKE(double, 3, -4);
    printf("%.17g %.17g\n", creal(z), cimag(z));
    return 0;
}
