// A capacity of nothing leaves empty blocks; what needs more is told.
// flags: --capacity=0
// verdict: inconclusive
// incomplete: capacity of 0 bytes
// paths: 1 -- the empty block
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    volatile char *p = malloc(n);
    for (unsigned i = 0; i < n; i++)
        p[i] = 1; //~ dead
    return p == NULL; //~ reached
}
