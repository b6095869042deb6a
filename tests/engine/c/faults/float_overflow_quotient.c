// A quotient by zero is infinite; of an infinite number it would be no fault of the division.
// check: float-overflow
#include <klee/klee.h>

int main(void) {
    unsigned short n;
    klee_make_symbolic(&n, sizeof n, "n");
    volatile double rate = 1.0 / n; //~ bug: float-overflow
    volatile double none = rate * 0.5;
    return none > 0.1;
}
