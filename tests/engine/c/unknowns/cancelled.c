// An unknown that arithmetic, a mask or a guard cancels for some inputs: the use is a fault for the others only.
// check: uninitialized-read
// override(O1): bugs any because the optimiser may choose the value
#include "klee/klee.h"

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    unsigned memory[4];
    volatile unsigned *u = memory;
    if ((u[0] % 7) / 7 + k == 200) // never depends on u[0]
        return 1; //~ reached
    if (u[1] * (k & 3) > 10) //~ bug: uninitialized-read
        return 2; //~ dead
    if ((u[2] & 15) > k) //~ bug: uninitialized-read
        return 3; //~ dead
    if ((u[3] ^ u[3]) + 20 == k)
        return 4; //~ reached
    unsigned choice = k > 100 ? u[3] : 5;
    unsigned other = k > 100 ? 7 : choice;
    if (other == 7)
        return 5; //~ reached
    return 0; //~ reached
}
