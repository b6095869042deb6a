// Recursion without end.
// flags: --stack-size 256KiB
// paths: 2 -- x == 0 (faults), x != 0
#include <klee/klee.h>

static int deeper(int n) {
    volatile int here = n;
    return deeper(n + 1) + here; //~ bug: stack-overflow
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 0)
        return deeper(0);
    return 0;
}
