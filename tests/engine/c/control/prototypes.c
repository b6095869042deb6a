// Calls through other prototypes that work on the machine: surplus, wider and reordered arguments, results that nobody uses.
// paths: 1 -- nothing is decided by x but a choice of constants
// try: 0 1
// override(m32): skip because all arguments travel on the stack, in their order
#include <assert.h>
#include <klee/klee.h>

static int narrow(int a, int b) { return a - b; }
static double mixed(int a, double b) { return a + b; }
static void nothing(int *p) { *p = 7; }
static long wide(long a) { return a; }
static int unused(int a, int b, int c) { return a; }
static short below(int a) { return a - 5; }

int main(void) {
    int x = klee_range(0, 2, "x"), y = 0;
    int (*volatile surplus)(int, int, int, double) = (int (*)(int, int, int, double))narrow;
    int (*volatile wider)(long, long) = (int (*)(long, long))narrow;
    double (*volatile reordered)(double, int) = (double (*)(double, int))mixed;
    int (*volatile result)(int *) = (int (*)(int *))nothing;
    int (*volatile lower)(long) = (int (*)(long))wide;
    int (*volatile fewer)(int) = (int (*)(int))unused;
    int (*volatile negative)(int) = (int (*)(int))below;
    assert(surplus(9, 4, 1, 2.0) == 5);
    assert(wider(0x100000009L, x) == 9 - x);
    assert(reordered(0.5, 3) == 3.5);
    result(&y);
    assert(y == 7);
    assert(lower(0x100000005L) == 5);
    assert(fewer(6) == 6);
    assert(negative(x) == x - 5);
    return x ? 1 : 0;
}
