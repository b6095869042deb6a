// A switch over a shift that is too far.
#include "klee/klee.h"

int main(void) {
    unsigned s, c;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&c, sizeof c, "c");
    unsigned r = c ? 96u >> s : 7; //~ bug: overshift
    switch (r) {
    case 3:
        return 1; //~ reached
    case 7:
        return 2; //~ reached
    case 900:
        return 3; //~ dead
    default:
        return 0; //~ reached
    }
}
