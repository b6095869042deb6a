// A shift that is chosen where it is too far: the fault is that of the shift.
#include "klee/klee.h"

int main(void) {
    unsigned s, x, c;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&c, sizeof c, "c");
    unsigned r = c ? x >> s : 7; //~ bug: overshift
    if (r == 1)
        return 1;
    return 0;
}
