// No integer is the value of a NaN; a test of the range on both sides keeps it out.
// check: float-convert
#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < -100 || x > 100)
        return 0;
    volatile int whole = (int)x; //~ bug: float-convert
    if (x >= -100 && x <= 100)
        whole = (int)(x * 2);
    return whole;
}
