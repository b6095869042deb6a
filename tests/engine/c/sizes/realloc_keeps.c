// What a block held before it grew or shrank is still there, and no byte more may be used than was asked for.
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned n, m, at;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(n >= 1 & n <= 6);
    klee_assume(m >= 1 & m <= 9);
    unsigned char *p = malloc(n);
    for (unsigned i = 0; i < n; i++)
        p[i] = 10 + i;
    p = realloc(p, m);
    assert(p != NULL);
    if (at < n && at < m)
        assert(p[at] == 10 + at);
    p[m - 1] = 1;
    if (n == 2 && m == 7)
        p[m] = 1; //~ bug: out-of-bounds
    free(p);
    return 0; //~ reached
}
