// Absolute values, minimum and maximum without branches in the source; the compiler decides.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > -1000);
    klee_assume(x < 1000);
    klee_assume(y > -1000);
    klee_assume(y < 1000);
    assert(abs(x) + abs(y) >= abs(x + y));
    return 0;
}
