// klee_is_symbolic tells inputs from constants.
// replay: skip because natively nothing is symbolic
// paths: 1 -- no branch is open
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x, y = 3;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(klee_is_symbolic(x));
    assert(!klee_is_symbolic(y));
    assert(!klee_is_symbolic(x - x));
    return 0;
}
