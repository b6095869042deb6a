// A variable that only one side of a condition sets.
// check: uninitialized-read
// paths: 2 -- set, not set (faults)
// override(O1): bugs none because the optimiser makes the missing value up
#include <klee/klee.h>

int main(void) {
    unsigned char set;
    int value;
    klee_make_symbolic(&set, sizeof set, "set");
    if (set)
        value = 1;
    if (value) //~ bug: uninitialized-read
        return 1;
    return 0;
}
