// A difference of pointers that is no number of elements: the compiler promised that the division is exact.
// check: overflow
// replay: skip because no sanitizer sees it
// override(O1): bugs any because the optimiser compares bytes instead
#include "klee/klee.h"

int main(void) {
    unsigned char k;
    int t[4] = {1, 2, 3, 4};
    klee_make_symbolic(&k, sizeof k, "k");
    klee_assume(k < 13);
    int *p = (int *)((char *)t + k);
    long n = p - t; //~ bug: undefined-behavior
    if (n == 2)
        return 2; //~ reached
    return 0;
}
