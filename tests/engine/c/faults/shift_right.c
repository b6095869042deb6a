// A shift of 64 bits to the right by a computed amount.
// paths: 2 -- n >= 1, n == 0 (shifts by 2^32 - 1: faults)
// try: 0 1 40 64
#include <klee/klee.h>

int main(void) {
    unsigned long x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned n = klee_range(0, 65, "n");
    return (int)(x >> (n - 1)); //~ bug: overshift
}
