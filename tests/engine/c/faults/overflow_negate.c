// The one number that has no negative.
// check: overflow
// paths: 3 -- x >= 0; x < 0 with or without a negative (faults)
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
