// malloc does not clear, calloc does.
// check: uninitialized-read
// paths: 2 -- cleared, not cleared (faults)
// override(O1): bugs any because the optimiser may know that malloc leaves nothing to read
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char cleared;
    klee_make_symbolic(&cleared, sizeof cleared, "cleared");
    volatile int *p = cleared ? calloc(1, sizeof *p) : malloc(sizeof *p);
    if (p[0] == 3) //~ bug: uninitialized-read
        return 1;
    return 0;
}
