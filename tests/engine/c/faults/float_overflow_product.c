// The square of a length leaves the range of single precision.
// check: float-overflow
#include <klee/klee.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!(x >= 0 && x < 1e20f))
        return 0;
    volatile float square = x * x; //~ bug: float-overflow
    return square > 100;
}
