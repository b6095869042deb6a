// A text of symbolic size is copied to a place of another size.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample --sizes=lazy
// bugs: out-of-bounds:13
#include <assert.h>
#include <stdlib.h>
#include <braid.h>
int main(void) {
    unsigned n, m; braid_symbolic(&n, 4, "n"); braid_symbolic(&m, 4, "m");
    braid_assume(n >= 1); braid_assume(n <= 5); braid_assume(m >= 1); braid_assume(m <= 5);
    char *a = malloc(n), *b = malloc(m); if (!a || !b) return 0;
    braid_symbolic(a, n, "a"); a[n - 1] = 0;
    char *p = a, *q = b;
    while ((*q++ = *p++)) ;
    assert(b[q - b - 1] == 0);
    free(a); free(b);
    return 0;
}
