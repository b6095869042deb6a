// The inner loop runs over another size: 1 + 10 * 11 ways through both.
// run: --capacity=10 --merge-nesting=outermost
// groups: 111 -- n = 0, or one of ten n with one of eleven m
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    unsigned m = (unsigned)braid_int("m");
    braid_assume(n <= 10);
    braid_assume(m <= 10);
    char *p = malloc(n);
    char *q = malloc(m);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < m; j++) {
            q[j] = 7;
        }
    }
    free(p);
    return 0;
}
