// The NaN of known operands has the bits that x86 gives it, in joined states too; what moves bits keeps them, and a sign can be given.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    volatile double zero = 0;
    double none = zero / zero, copy = none, negated = -none, one = 0;
    assert(none != none && !(none < 1) && !(none >= 1));
    assert(signbit(none) && signbit(copy) && !signbit(negated));
    assert(!signbit(fabs(none)) && signbit(copysign(none, -1.0)));
    char text[32];
    snprintf(text, sizeof text, "%f", none);
    assert(!strcmp(text, "-nan"));
    if (c > 7)
        one = 1;
    double joined = (one - one) / (zero * one);
    assert(isnan(joined) && signbit(joined));
    if (c > 7)
        return 1; //~ reached
    return 2; //~ reached
}
