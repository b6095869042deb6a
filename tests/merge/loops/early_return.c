// run: --capacity=10 --merge-nesting=outermost
// groups: 1 3
// complete: 1
// states: 2
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
