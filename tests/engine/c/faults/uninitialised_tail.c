// A buffer of which a symbolic part is filled.
// check: uninitialized-read
// paths: 5 -- n = 4; n = 0..3 fault at byte n, each after its own number of turns
// override(O1): bugs any because the loops may be merged or unrolled
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 5, "n");
    volatile char buffer[4];
    for (unsigned i = 0; i < n; i++)
        buffer[i] = (char)i;
    int sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += buffer[i]; //~ bug: uninitialized-read
    return sum;
}
