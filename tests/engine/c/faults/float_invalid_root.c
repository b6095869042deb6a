// A discriminant is used before its sign is looked at.
// check: float-invalid
#include <klee/klee.h>
#include <math.h>

int main(void) {
    signed char b, c;
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    volatile double root = sqrt((double)b * b - 4.0 * c); //~ bug: float-invalid
    return root > 3;
}
