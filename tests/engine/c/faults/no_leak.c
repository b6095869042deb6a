// Everything is freed on every path, or still held by a global.
// check: leak
// paths: 2 -- kept, freed
#include <klee/klee.h>
#include <stdlib.h>

char *volatile kept;

int main(void) {
    unsigned char keep;
    klee_make_symbolic(&keep, sizeof keep, "keep");
    char *p = malloc(4);
    p[0] = 1;
    if (keep)
        kept = p;
    else
        free(p);
    return 0;
}
