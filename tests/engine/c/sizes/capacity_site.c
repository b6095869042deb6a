// Each place has its own capacity: by function, by line, and one for the rest.
// flags: --capacity=3,rows=2,capacity_site.c:22=5
// verdict: bug
// incomplete: capacity of 2 bytes
#include <stdlib.h>

#include "klee/klee.h"

static void rows(size_t n) {
    volatile char *p = malloc(n);
    if (n == 3)
        p[n] = 1; //~ dead
}

int main(void) {
    unsigned char n, which;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&which, sizeof which, "which");
    if (which == 0)
        rows(n);
    if (which == 1) {
        volatile char *line = malloc(n);
        if (n == 5)
            line[n] = 1; //~ bug: out-of-bounds
        return n == 6; //~ reached
    }
    volatile char *rest = malloc(n);
    if (n == 3)
        rest[n] = 1; //~ bug: out-of-bounds
    if (n == 4)
        rest[n] = 1; //~ dead
    return 0; //~ reached
}
