// An array of variable length holds any bytes, other ones in each iteration.
// paths: 2 -- equal, or not (error)
// override(O1): bugs any because the optimiser may choose the values
#include <assert.h>

int main(void) {
    unsigned char seen[2];
    for (unsigned n = 1; n < 3; n++) {
        volatile unsigned char a[n];
        seen[n - 1] = a[0];
    }
    assert(seen[0] == seen[1]); //~ bug: assert
    return 0;
}
