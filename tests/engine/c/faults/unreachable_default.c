// A switch that promises to be complete, but is not.
// paths: 4 -- 0, 1, 2, the rest (faults)
// try: 0 1 2 3 9
// override(O1): bugs any because the optimiser believes the promise
#include <klee/klee.h>

static int colour(unsigned char c) {
    switch (c) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable(); //~ bug: unreachable
    }
}

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    return colour(c);
}
