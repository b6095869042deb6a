// __builtin_unreachable that is reached.
// paths: 2 -- x == 5 (faults), x != 5
// try: 4 5
// override(O1): bugs any because the optimiser takes the branch away
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 5)
        __builtin_unreachable(); //~ bug: unreachable
    return 0;
}
