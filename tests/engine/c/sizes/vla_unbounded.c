// A local array whose length nobody checked may be larger than any stack.
// verdict: bug
// incomplete: capacity
#include "klee/klee.h"

static int first(unsigned n) {
    volatile long array[n]; //~ bug: stack-overflow
    array[n - 1] = 1;
    return array[n - 1];
}

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1);
    return first(n) != 1;
}
