// Zeros of a number without ones are counted: a fault where the count is used, and none where it is not.
#include "klee/klee.h"

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    int guarded = x ? __builtin_ctz(x) : 32;
    if (guarded == 32)
        klee_warning("none"); //~ reached
    int zeros = __builtin_clz(x | (guarded == 32 ? 0 : 1)); //~ bug: undefined-behavior
    if (zeros & 2)
        return 1; //~ reached
    return 0;
}
