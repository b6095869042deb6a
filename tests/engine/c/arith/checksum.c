// A check digit that one input satisfies for each prefix.
// paths: 2 -- right or wrong
// try d[]: 0 1 2 3
#include <klee/klee.h>

int main(void) {
    unsigned char d[4];
    klee_make_symbolic(d, sizeof d, "d");
    unsigned sum = d[0] * 3 + d[1] * 7 + d[2] * 11;
    if ((unsigned char)sum == d[3])
        return 1; //~ reached
    return 0;     //~ reached
}
