// A percentage is stored in a byte, and not every ratio fits.
// check: float-convert
#include <klee/klee.h>

int main(void) {
    float ratio;
    klee_make_symbolic(&ratio, sizeof ratio, "ratio");
    if (!(ratio >= 0))
        return 0;
    volatile unsigned char percent = (unsigned char)(ratio * 100); //~ bug: float-convert
    return percent > 50;
}
