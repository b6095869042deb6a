// A block whose size is an input: accesses inside of it are right for every size.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(1, 33, "n");
    char *p = malloc(n);
    p[n - 1] = 1;
    p[0] = 2;
    int last = p[n - 1];
    free(p);
    if (last == 1)
        return 1; //~ reached
    return 0;     //~ reached
}
