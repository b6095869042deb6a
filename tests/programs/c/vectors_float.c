// Vectors of floats and doubles: arithmetic, comparison, conversion, small and large vector types.
#include <stdio.h>

typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
typedef float f8 __attribute__((vector_size(32)));

static float dot(f4 a, f4 b) {
    f4 p = a * b;
    return p[0] + p[1] + p[2] + p[3];
}

static f4 matrix(const f4 m[4], f4 v) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3] * v[3]; }

int main(void) {
    f4 a = {1, 2, 3, 4}, b = {0.5f, -1, 0.25f, 8};
    f4 m[4] = {{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {1, 1, 1, 1}};
    f4 r = matrix(m, a) / b;
    i4 less = a < b, whole = __builtin_convertvector(r, i4);
    d2 d = {1.5, 2.5};
    d += d * d - 1;
    f2 small = __builtin_convertvector(d, f2);
    f8 wide = __builtin_shufflevector(a, b, 0, 4, 1, 5, 2, 6, 3, 7);
    float total = 0;
    for (int i = 0; i < 8; i++) total += wide[i] * (float)i;
    printf("%g %g %g %g %g\n", (double)dot(a, b), (double)r[0], (double)r[1], (double)r[2], (double)r[3]);
    printf("%d %d %d %d %d %g %g %g %g\n", less[0], less[3], whole[1], whole[2], whole[3], d[0], d[1], (double)small[1], (double)total);
    return 0;
}
