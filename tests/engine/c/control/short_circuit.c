// Each operand of && and || is a branch of its own.
// paths: 5 -- a; !a b c; !a b !c; !a !b: with d or without
// try: 0 1
#include <klee/klee.h>

int main(void) {
    unsigned char a, b, c, d;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&d, sizeof d, "d");
    if (a || (b ? c : d))
        return 1;
    return 0;
}
