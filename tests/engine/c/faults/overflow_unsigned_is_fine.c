// Unsigned arithmetic may wrap around: no bug, also with the check.
// check: overflow
// paths: 1 -- no branch
#include <klee/klee.h>

int main(void) {
    unsigned a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    volatile unsigned sum = a + b, product = a * b, difference = a - b;
    return (sum + product + difference) & 1;
}
