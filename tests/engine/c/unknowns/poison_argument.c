// A shift that is too far is passed to somebody who does not look at it: an optimised caller promised that it is a number.
#include "klee/klee.h"

unsigned last;

__attribute__((noinline)) unsigned ignores(unsigned value, unsigned other) {
    last = other;
    __asm__ volatile("" : : : "memory");
    return other;
}

int main(void) {
    unsigned s, x, c;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&c, sizeof c, "c");
    unsigned r = c ? x >> s : 7; //~ bug: overshift
    unsigned (*volatile call)(unsigned, unsigned) = ignores;
    call(r, 3);
    return 0;
}
