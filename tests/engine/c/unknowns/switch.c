// A switch over what was never written is a use, for the inputs on which its value depends on that.
// check: uninitialized-read
// override(O1): bugs any because the optimiser may choose the value
#include "klee/klee.h"

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    unsigned memory[1];
    volatile unsigned *u = memory;
    unsigned short never;
    switch (*u * (k & 1) % 4) { //~ bug: uninitialized-read
    case 0:
        break;
    case 2:
        return 2; //~ dead
    default:
        return 3; //~ dead
    }
    if (k < 100)
        return 1; //~ reached
    switch ((unsigned)(never >> (never & 15)) % 4) { //~ bug: uninitialized-read
    case 1:
        return 4; //~ dead
    default:
        return 5; //~ dead
    }
}
