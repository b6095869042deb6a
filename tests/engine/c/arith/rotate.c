// A rotation to the left and back.
// paths: 1 -- the assertion holds
// try: 0 1 31 12345
#include <assert.h>
#include <klee/klee.h>

static unsigned left(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

int main(void) {
    unsigned x, n = klee_range(0, 32, "n");
    klee_make_symbolic(&x, sizeof x, "x");
    assert(left(left(x, n), 32 - n) == x);
    return 0;
}
