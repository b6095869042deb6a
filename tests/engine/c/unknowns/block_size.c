// The size of a block that was never written is a use of it, also where every size fits.
// check: uninitialized-read
// override(O1): bugs any because the optimiser may choose the value
#include <string.h>

#include "klee/klee.h"

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    unsigned memory[1];
    volatile unsigned *u = memory;
    char text[8] = "abcdefg";
    if (k == 1)
        memset(text, 'x', *u % 8); //~ bug: uninitialized-read
    if (k == 2)
        memmove(text, text + 1, *u % 4); //~ bug: uninitialized-read
    memset(text, 'y', *u % 8 / 8 + 3);
    return text[0] == 'y'; //~ reached
}
