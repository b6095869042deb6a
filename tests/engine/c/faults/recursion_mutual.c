// Two functions that call each other without end; either may be the one that is too deep.
// flags: --stack-size 256KiB
// paths: 1 -- nothing depends on the input
#include <klee/klee.h>

static int odd(unsigned n, volatile int *sink);

__attribute__((noinline)) static int even(unsigned n, volatile int *sink) {
    volatile int here = (int)n;
    return odd(n - 1, &here) + *sink; //~ maybe bug: stack-overflow
}

__attribute__((noinline)) static int odd(unsigned n, volatile int *sink) {
    volatile int here = (int)n;
    return even(n - 1, &here) + *sink; //~ maybe bug: stack-overflow
}

int main(void) {
    volatile int sink = 0;
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    return even(x, &sink); // the test for zero was forgotten
}
