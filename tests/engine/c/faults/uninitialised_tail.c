// A buffer of which a symbolic part is filled: told where it is read or where it decides.
// check: uninitialized-read
// override(O1): bugs any because the loops may be merged or unrolled
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 5, "n");
    volatile char buffer[4];
    for (unsigned i = 0; i < n; i++)
        buffer[i] = (char)i;
    int sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += buffer[i]; //~ maybe bug: uninitialized-read
    if (sum == 6)          //~ maybe bug: uninitialized-read
        return 1;
    return 0;
}
