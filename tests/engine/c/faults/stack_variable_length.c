// An array of variable length that the stack has no room for.
// flags: --stack-size 256KiB
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    n = n & 1 ? 1000000 : 50;
    volatile char room[n]; //~ maybe bug: stack-overflow
    room[0] = 1; //~ maybe bug: stack-overflow
    return room[0] - 1;
}
