// An addition whose result is not taken where it overflows; and one that is.
// check: overflow
#include "klee/klee.h"

__attribute__((noinline)) static int next(int x) { return x < 1000 ? x + 1 : 0; }

__attribute__((noinline)) static int last(int x) { return x > 5 ? x + 1 : 0; } //~ bug: overflow

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (next(x) == 7)
        return 1; //~ reached
    if (last(x) == 9)
        return 2; //~ reached
    return 0;
}
