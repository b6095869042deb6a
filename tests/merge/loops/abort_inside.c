// A path that aborts in the third round, in a function that the loop calls: the three others are joined.
// run: --capacity=10 --merge-nesting=outermost
// groups: 3 -- n = 0, 1 and 2 leave the loop; a third iteration aborts
// complete: 0 -- who aborts is lost to the context
// states: 2 -- the joined one and the one that aborts
// bugs: abort:14
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static char value(unsigned i) {
    if (i == 2) {
        // Nobody comes back from here.

        abort();
    }
    return 7;
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 10);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        p[i] = value(i);
    }
    return 0;
}
