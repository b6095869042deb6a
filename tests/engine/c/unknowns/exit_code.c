// An exit code that was never written is a use of it.
// check: uninitialized-read
// override(O1): bugs any because the optimiser may choose the value
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    int *u = malloc(sizeof *u);
    if (k == 0)
        *u = 3;
    exit(*u & 127); //~ bug: uninitialized-read
}
