// A jump out of a block ends the block's variables.
// replay: skip because clang counts no line behind a block that a jump leaves
// override(O1): bugs any because an optimiser may forget the variable
#include <klee/klee.h>

int main(void) {
    int n, *p = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    {
        int inner = n;
        p = &inner;
        if (n == 3)
            goto out;
        *p = 4; // in scope
    }
    return 0;
out:
    return *p; //~ bug: use-after-free
}
