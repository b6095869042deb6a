// Two owners of one block, each of which frees it.
// paths: 2 -- shared (faults), apart
// try: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char shared;
    klee_make_symbolic(&shared, sizeof shared, "shared");
    int *volatile a = malloc(4);
    int *volatile b;
    if (shared)
        b = a;
    else
        b = malloc(4);
    free(a);
    free(b); //~ bug: double-free
    return 0;
}
