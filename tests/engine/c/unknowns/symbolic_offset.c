// A read at a symbolic offset of an array of which one element was written.
// paths: 3 -- the element that was written, another that is 7 (error), another that is not
// override(O1): bugs any because the optimiser may choose the values
#include <assert.h>

#include "klee/klee.h"

int main(void) {
    unsigned i = klee_range(0, 4, "i");
    volatile int a[4];
    a[2] = 1;
    int v = a[i];
    if (i == 2) {
        assert(v == 1);
        return 0;
    }
    assert(v != 7); //~ bug: assert
    return 1; //~ reached
}
