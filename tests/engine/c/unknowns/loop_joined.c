// How many bytes of a buffer are written depends on the input; a loop that is merged joins whether a byte was written.
// flags: --merge=loop
// override(O1): bugs any because the optimiser may choose the values
#include <assert.h>

#include "klee/klee.h"

int main(void) {
    unsigned n = klee_range(0, 4, "n");
    volatile unsigned char a[3];
    for (unsigned i = 0; i < n; i++)
        a[i] = 1;
    if (n > 1)
        assert(a[0] == 1 && a[1] == 1);
    assert(a[2] == 1); //~ bug: assert
    return 0;
}
