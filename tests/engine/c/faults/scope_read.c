// A variable is read through a pointer after its block, in a function that is called.
// override(O1): bugs any because an optimiser may forget the variable before anybody reads it
#include <klee/klee.h>

static int first(const int *p) {
    return *p; //~ maybe bug: use-after-free
}

int main(void) {
    int n, *p = &n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n > 5) {
        int inner[4] = {n, 2, 3, 4};
        p = inner;
    }
    return first(p) == 12345; //~ maybe bug: use-after-free
}
