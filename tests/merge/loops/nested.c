// run: --capacity=10 --merge-nesting=outermost
// groups: 11 -- n = 0 to 10: the first inner loop decides n for all iterations
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 10);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            p[j] = 7;
        }
    }
    return 0;
}
