// A variable that one side of a condition sets: where it is not set it is any value, also of states that were joined.
// paths: 3 -- set, not set and zero, not set and not zero (error)
// override(O1): bugs any because the optimiser may choose the value
#include <assert.h>

#include "klee/klee.h"

int main(void) {
    unsigned char set;
    int value;
    klee_make_symbolic(&set, sizeof set, "set");
    if (set)
        value = 0;
    assert(value == 0); //~ bug: assert
    return 0;
}
