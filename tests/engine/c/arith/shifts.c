// Shifts by symbolic amounts inside of the width.
// paths: 1 -- the assertions hold
// try: 0 1 7 31
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x, n = klee_range(0, 32, "n");
    klee_make_symbolic(&x, sizeof x, "x");
    assert((x >> n) <= x);
    assert(((x >> n) << n | (x & ((1u << n) - 1))) == x);
    int negative = -8;
    assert(negative >> n < 0);
    return 0;
}
