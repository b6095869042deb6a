// A case of a switch that is a block of its own ends its variables.
// override(O1): bugs any because an optimiser may forget the variable
#include <klee/klee.h>

int main(void) {
    int n, *p;
    klee_make_symbolic(&n, sizeof n, "n");
    p = &n;
    switch (n) {
    case 1: {
        int one = 1;
        p = &one;
        break;
    }
    case 2: {
        int two = 2;
        p = &two;
        n += *p; // in scope
        p = &n;
        break;
    }
    default:
        break;
    }
    *p += 1; //~ bug: use-after-free
    return 0;
}
