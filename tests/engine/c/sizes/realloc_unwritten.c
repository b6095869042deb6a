// The bytes that a block grew by were never written; those that it had were, whatever their number.
// check: uninitialized-read
// paths: 3 -- 2 with the byte behind, 3 with the byte within, the others
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 & n <= 4);
    unsigned char *p = malloc(n);
    memset(p, 5, n);
    p = realloc(p, n + 1);
    if (n == 3 && p[2] != 5)
        return 2; //~ dead
    if (n == 2 && p[2] == 1) //~ bug: uninitialized-read
        return 3;
    return 0; //~ reached
}
