// Where not even the smallest size is within the capacity, the capacity counts from there.
// flags: --capacity=8
// verdict: inconclusive
// incomplete: capacity of 108 bytes
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    volatile char *p = malloc(100 + n);
    assert(p != NULL);
    p[99] = 1;
    assert(n <= 8);
    return 0; //~ reached
}
