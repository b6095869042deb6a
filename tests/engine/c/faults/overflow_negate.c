// The one number that has no negative.
// check: overflow
// paths: 3 -- x >= 0; x < 0 with or without a negative (faults)
// override(O1): bugs none because the optimiser makes an intrinsic of it
#include <klee/klee.h>

static int magnitude(int x) {
    if (x < 0)
        x = -x; //~ bug: overflow
    return x;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    volatile int m = magnitude(x);
    return m == 7;
}
