// run: --capacity=10 --merge-nesting=outermost
// groups: 11
// complete: 1
// states: 1
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
