// n - 1 rounds that end at the first byte that is not zero.
// run: --capacity=4 --merge-nesting=outermost
// groups: 3 4 -- left by a byte at i = 0, 1, 2; by the end with n = 1 to 4
// complete: 1 -- the one context, which loses nobody
// states: 2 -- one for each way out
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static int any(const char *p, unsigned n) {
    for (unsigned i = 0; i < n - 1; i++) {
        if (p[i] != 0) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n >= 1);
    braid_assume(n <= 4);
    char *p = malloc(n);
    braid_symbolic(p, n, "p");
    return any(p, n);
}
