// The variable of a loop's body dies with each iteration and lives again in the next one.
// override(O1): bugs any because an optimiser may unroll the loop and forget the variables
#include <klee/klee.h>

int main(void) {
    int n, *last = 0, sum = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 0 & n <= 4);
    for (int i = 0; i < n; i++) {
        int cell = i;
        int *here = &cell;
        sum += *here; // in scope: every iteration has its own
        if (i == 2)
            continue;
        last = &cell;
    }
    if (n == 0)
        return sum;
    *last = 7; //~ bug: use-after-free
    return sum;
}
