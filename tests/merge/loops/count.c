// What the loop counted and wrote is known exactly afterwards: no assertion fails, and no further path is needed.
// run: --capacity=10 --merge-nesting=outermost
// groups: 11 -- n = 0 to 10
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one; what is assumed and asserted afterwards forks nowhere
// verdict: proved
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    unsigned i = (unsigned)braid_int("i");
    braid_assume(n <= 10);
    char *p = malloc(n);
    unsigned z = 0;
    for (unsigned at = 0; at < n; at++) {
        p[at] = 7;
        z++;
    }
    assert(z == n);
    braid_assume(i < n);
    assert(p[i] == 7);
    return 0;
}
