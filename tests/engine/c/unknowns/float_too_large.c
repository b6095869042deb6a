// Numbers that do not fit the integer that they become: a fault where that is used, and none where it is not.
// check: overflow
// override(O1): bugs any because the optimiser gives the conversion the line before
#include "klee/klee.h"

static double number(unsigned char k) {
    if (k == 0)
        return 1.5;
    if (k == 1)
        return -3e9;
    return 1e300;
}

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile double memory = number(k);
    double known = memory;
    int whole = known > -2147483648.0 && known < 2147483648.0 ? (int)known : 0;
    if (whole == 1)
        return 1; //~ reached
    short other = (short)known; //~ bug: undefined-behavior
    if (other > 5)
        return 2;
    return 0;
}
