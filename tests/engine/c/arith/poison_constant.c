// A compiler that divides constants by zero leaves a value that is none: using it is the fault, having or storing it is not.
// paths: 7 -- one for each case
// override(O1): skip because an optimiser makes something else of each use
#include <klee/klee.h>
#include <stdio.h>

static int table[4] = {1, 2, 3, 4};

static int none(void) { return 1 % 0; }

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x < 7);
    int kept = none();
    int shifted = kept;
    if (x == 0)
        printf("%d\n", kept); //~ bug: undefined-behavior
    if (x == 1 && shifted > 7) //~ bug: undefined-behavior
        return 1;
    if (x == 2)
        return table[kept & 3]; //~ bug: undefined-behavior
    if (x == 3) {
        switch (kept) { //~ bug: undefined-behavior
        case 1:
            return 1;
        default:
            return 2;
        }
    }
    if (x == 4)
        return 7 / (kept | 1); //~ bug: undefined-behavior
    if (x == 5)
        return (kept & 0) + 3;
    kept = 2;
    return kept;
}
