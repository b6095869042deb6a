// A shift that is too far becomes the exit code.
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned s, c;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&c, sizeof c, "c");
    unsigned r = c ? 96u >> s : 7; //~ bug: overshift
    exit(r & 15);
}
