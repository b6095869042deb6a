// A shift that is too far is returned to somebody who does not look at it.
#include "klee/klee.h"

__attribute__((noinline)) unsigned shifted(unsigned x, unsigned s, unsigned c) {
    unsigned r = c ? x >> s : 7; //~ bug: overshift
    __asm__ volatile("" : : : "memory");
    return r;
}

int main(void) {
    unsigned s, x, c;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&c, sizeof c, "c");
    unsigned (*volatile call)(unsigned, unsigned, unsigned) = shifted;
    call(x, s, c);
    return 0;
}
