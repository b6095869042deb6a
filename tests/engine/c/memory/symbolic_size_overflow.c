// A block whose size is an input: one access is outside for small sizes.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(1, 33, "n");
    volatile char *p = malloc(n);
    p[7] = 1; //~ bug: out-of-bounds
    free((void *)p);
    return 0; //~ reached
}
