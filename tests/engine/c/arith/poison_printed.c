// A value that an optimiser found to be none is a fault where it is printed, at every level.
// paths: 3 -- one for each case
// try x: 7 8 9
#include <klee/klee.h>
#include <stdio.h>

static int hundredth(int n) {
    return 100 / n; //~ maybe bug: div-by-zero
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7)
        printf("%d\n", hundredth(0)); //~ maybe bug: undefined-behavior
    if (x == 8)
        printf("%d\n", hundredth(4));
    return 0;
}
