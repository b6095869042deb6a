// A division of 64 bits, by a product that is zero only by wrapping around.
// paths: 3 -- x == 0; x a multiple of 2^32, so that the square wraps to 0 (faults); others
// try: 0 1 4294967296 8589934592
#include <klee/klee.h>

int main(void) {
    unsigned long x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 0)
        return 0;
    return (int)(1000 / (x * x)); //~ bug: div-by-zero
}
