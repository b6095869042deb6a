// A double that is too large becomes an infinite float.
// check: float-overflow
#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!(x > 0 && x < 1e300))
        return 0;
    volatile float narrow = (float)x; //~ bug: float-overflow
    return narrow > 1;
}
