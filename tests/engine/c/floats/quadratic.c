// The quadratic formula: a discriminant below zero is left out, and so is what is no equation of second degree.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static int roots(float a, float b, float c, float *low) {
    float discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return 0;
    *low = (-b - sqrtf(discriminant)) / (2 * a);
    return discriminant > 0 ? 2 : 1;
}

int main(void) {
    signed char b = klee_range(-8, 8, "b"), c = klee_range(-8, 8, "c");
    float low = 0;
    int count = roots(1, b, c, &low);
    assert(count != 0 || b * b < 4 * c);
    assert(count != 1 || low * 2 == -b);
    assert(count != 2 || low < 2); //~ bug: assert
    return count;
}
