// Reads a block after it was freed on one side of a condition.
// paths: 2 -- freed (faults), not freed
// try: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char early;
    klee_make_symbolic(&early, sizeof early, "early");
    volatile int *p = malloc(sizeof *p);
    *p = 5;
    if (early)
        free((void *)p);
    int value = *p; //~ bug: use-after-free
    if (!early)
        free((void *)p);
    return value;
}
