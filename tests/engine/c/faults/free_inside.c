// Frees a pointer into the middle of a block.
// paths: 2 -- skip == 0, skip != 0 (faults)
// try: 0 1 5
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned skip = klee_range(0, 6, "skip");
    char *volatile p = malloc(8);
    if (skip)
        p = p + 3;
    free(p); //~ bug: invalid-free
    return 0;
}
