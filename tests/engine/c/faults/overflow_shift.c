// Shifts of signed numbers out of their range, of unsigned ones, and by too much.
// check: overflow
// paths: 6 -- the first and the last in range or not, unsigned, negative (always faults)
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (klee_range(0, 4, "case")) {
    case 0: {
        klee_assume(x >= 0);
        volatile int high = x << 24; //~ bug: overflow
        return high != 0;
    }
    case 1: {
        volatile unsigned high = (unsigned)x << 24;
        return high != 0;
    }
    case 2: {
        klee_assume(x < 0);
        volatile int high = x << 1; //~ bug: overflow
        return high != 0;
    }
    default: {
        klee_assume(x == 3 | x == 40);
        volatile int high = 1 << x; //~ bug: overshift
        return high != 0;
    }
    }
}
