// A fault that only one size has.
// paths: 12 -- one for each number of rounds; the path of 5 ends at the fault
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 & n <= 12);
    volatile char *p = malloc(n);
    for (unsigned i = 0; i < n; i++)
        p[i] = 1;
    if (n == 5)
        p[n] = 2; //~ bug: out-of-bounds
    free((void *)p);
    return 0; //~ reached
}
