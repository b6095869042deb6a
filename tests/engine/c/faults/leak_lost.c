// The only pointer to a block is overwritten.
// replay: skip because the address may stay in a register, where the native leak checker finds it
// check: leak
// paths: 2 -- twice (leaks), once
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char again;
    klee_make_symbolic(&again, sizeof again, "again");
    volatile char *volatile p = malloc(8); //~ bug: leak
    p[0] = 1;
    if (again) {
        p = malloc(16);
        p[0] = 2;
    }
    free((void *)p);
    return 0;
}
