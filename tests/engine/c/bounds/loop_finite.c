// A loop that is bounded by the type of its counter ends by itself: the bound is not met.
// flags: --max-depth 500
// paths: 256 -- n = 0..255
#include <klee/klee.h>

int main(void) {
    unsigned char n, i;
    klee_make_symbolic(&n, sizeof n, "n");
    for (i = 0; i < n; i++)
        ;
    return i;
}
