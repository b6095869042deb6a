// klee_abort ends the path as abort does.
// paths: 2 -- x a multiple of 3 (faults), or not
// try: 0 1 2 3
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x % 3 == 0)
        klee_abort(); //~ bug: abort
    return 0;
}
