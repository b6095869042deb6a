// A signed sum that wraps around.
// check: overflow
// paths: 2 -- in range, out of range (faults)
#include <klee/klee.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    volatile int sum = a + b; //~ bug: overflow
    return sum != 0;
}
