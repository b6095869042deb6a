// Figure 3 of "A Bounded Symbolic-Size Model for Symbolic Execution": the loop is left by its end or, at once, by the
// break; the four states of the end are joined, the one of the break stays by itself.
// run: --capacity=3 --merge-nesting=outermost
// groups: 1 4 -- the break, alone; the end with n = 0 to 3
// complete: 1 -- the one context, which loses nobody
// states: 2 -- one for each way out
// paths: 5 -- the leaves of the figure: the break, and n = 0 to 3
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    unsigned z = (unsigned)braid_int("z");
    braid_assume(n <= 3);
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        if (z == 0) {
            return 1;
        }
        p[i] = (char)i;
    }
    return 0;
}
