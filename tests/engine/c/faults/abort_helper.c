// abort inside of a helper that two callers use: one place, two paths.
// paths: 3 -- negative (faults), above 100 (faults), between
// try: -1 0 100 101
#include <klee/klee.h>
#include <stdlib.h>

static void die(void) {
    abort(); //~ bug: abort
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < 0)
        die();
    if (x > 100)
        die();
    return 0;
}
