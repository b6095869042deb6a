// run: --capacity=10 --merge-nesting=outermost
// groups: 11 -- n = 0 to 10: the first call decides n for all iterations
// complete: 1 -- the one context, which loses nobody
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
    for (unsigned i = 0; i < n; i++) {
        fill(p, n);
    }
    return 0;
}
