// memset as a loop of the program; afterwards one branch.
// run: --capacity=10 --merge-nesting=outermost
// groups: 11 -- n = 0 to 10
// complete: 1 -- the one context, which loses nobody
// states: 2 -- the joined one, parted by n == 1
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static void set(char *p, char c, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        p[i] = c;
    }
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= 10);
    char *p = malloc(n);
    set(p, 0, n);
    if (n == 1) {
        return p[0];
    }
    return 2;
}
