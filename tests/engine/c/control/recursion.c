// Recursion as deep as the input says.
// paths: 8 -- n = 0..7
// try: 0 1 2 3 4 5 6 7
#include <assert.h>
#include <klee/klee.h>

static unsigned factorial(unsigned n) {
    if (n == 0)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    unsigned n = klee_range(0, 8, "n");
    assert(factorial(n) <= 5040);
    return 0;
}
