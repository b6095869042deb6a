// A pointer outlives the block of the variable that it points to.
// paths: 2 -- mode is 0 or not
// try mode: 0 1
// override(O1): bugs any because an optimiser drops a write that nobody reads
#include <klee/klee.h>

int main(void) {
    int mode, *p;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    {
        int inner = 1;
        p = &inner;
        *p = 3; // still in scope
    }
    if (mode == 0) {
        *p = 2; //~ bug: use-after-free
    }
    return 0;
}
