// Every second byte: beyond the end as soon as there are two rounds, so that only n = 0 and n = 1 leave the loop.
// run: --capacity=4 --merge-nesting=outermost
// groups: 2 -- n = 0 and n = 1
// complete: 0 -- who writes beyond the end is lost to the context
// bugs: out-of-bounds:16
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 4);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        // A byte that is there only in the first round.

        p[2 * i] = 7;
    }
    return 0;
}
