// A divisor that was never written is a use, also where it cannot be zero.
// check: uninitialized-read
// override(O1): bugs any because the optimiser may choose the value
#include <stdlib.h>

int main(void) {
    unsigned *u = malloc(sizeof *u);
    unsigned quotient = 7 / ((*u & 7) + 1); //~ bug: uninitialized-read
    free(u);
    return quotient == 3;
}
