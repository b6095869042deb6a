// A block of size 0 has no byte at all.
// paths: 3 -- n = 0 (faults), n = 1, n = 2
// replay: skip because sanitizers give an empty block one byte
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(0, 3, "n");
    char *p;
    switch (n) {
    case 0: p = malloc(0); break;
    case 1: p = malloc(1); break;
    default: p = malloc(2); break;
    }
    *(volatile char *)p = 1; //~ bug: out-of-bounds
    free(p);
    return 0;
}
