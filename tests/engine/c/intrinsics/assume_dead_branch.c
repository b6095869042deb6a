// An assumption that lets nobody through on one of two paths: the other path is proved, and the assumption is told.
// paths: 1 -- the path on which x is 7
// verdict: proved
// try: 0 7
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x != 7) {
        klee_assume(x == 7);
        assert(0); //~ dead
    }
    assert(x == 7); //~ reached
    return 0;
}
