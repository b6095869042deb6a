// A signed product of 64 bits that wraps around for large inputs only.
// check: overflow
// paths: 3 -- x > 2^40; else in range or out of range (faults)
// override(m32): skip because long has 32 bits
#include <klee/klee.h>

int main(void) {
    long x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 1L << 40)
        return 0;
    volatile long product = x * 1000000000L; //~ bug: overflow
    return product != 0;
}
