// Three rounds, two ways each: eight states. No fork depends on the size, so that this is no loop of --merge-loops=sized.
// run: --capacity=10 --merge-nesting=outermost
// groups: 8 -- two ways in each of three iterations
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n >= 3);
    braid_assume(n <= 10);
    char *p = malloc(n);
    braid_symbolic(p, n, "p");
    int sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        switch (p[i]) {
        case 1:
            sum += 2;
            break;
        default:
            sum += 3;
            break;
        }
    }
    return sum;
}
