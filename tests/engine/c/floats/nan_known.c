// The NaN of known operands has open bits too, and is printed either way; what moves bits keeps them, and a sign can be given.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    volatile double zero = 0;
    double none = zero / zero, copy = none, negated = -none;
    assert(none != none && !(none < 1) && !(none >= 1));
    assert(signbit(copy) == signbit(none) && !signbit(negated) == !!signbit(none));
    assert(!signbit(fabs(none)) && signbit(copysign(none, -1.0)));
    char text[32];
    snprintf(text, sizeof text, "%f", none);
    if (!strcmp(text, "-nan"))
        return 1; //~ reached
    assert(!strcmp(text, "nan"));
    return 2; //~ reached
}
