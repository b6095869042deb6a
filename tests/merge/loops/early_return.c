// run: --capacity=10 --merge-nesting=outermost
// groups: 1 3 -- the return at i = 2, alone; the end with n = 0, 1, 2
// complete: 1 -- the one context, which loses nobody
// states: 2 -- one for each way out
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 10);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        if (i == 2) {
            return 1;
        }
        p[i] = 7;
    }
    return 0;
}
