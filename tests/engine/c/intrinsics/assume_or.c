// klee_assume of a disjunction: both sides stay possible.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == 3 || x == 8);
    if (x == 3)
        return 3; //~ reached
    assert(x == 8);
    return 8; //~ reached
}
