// run: --capacity=10 --merge-nesting=outermost
// groups: 11
// complete: 1
// states: 1
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
