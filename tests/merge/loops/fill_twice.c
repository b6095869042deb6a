// run: --capacity=10 --merge-nesting=outermost
// groups: 11 11 -- n = 0 to 10 at the end of each call: after the first n is unknown again
// complete: 2 -- one for each call
// states: 1 -- the joined one
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static void fill(char *p, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        p[i] = 7;
    }
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 10);
    char *p = malloc(n);
    fill(p, n);
    fill(p, n);
    return 0;
}
