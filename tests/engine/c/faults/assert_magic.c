// An assertion that one value breaks.
// paths: 2 -- x == 42 (faults), x != 42
// try: 41 42
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(x != 42); //~ bug: assert
    return 0;
}
