// The address of a local variable outlives its function.
// paths: 2 -- kept (faults), not kept
// override(O1): bugs any because the optimiser may make the value up
#include <klee/klee.h>

static int global;

__attribute__((noinline)) static int *address(int keep) {
    int local = 5;
    int *volatile p = keep ? &local : &global;
    return p;
}

int main(void) {
    unsigned char keep;
    klee_make_symbolic(&keep, sizeof keep, "keep");
    return *address(keep); //~ bug: use-after-free
}
