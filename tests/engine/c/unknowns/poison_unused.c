// A shift that is guarded by a condition of the same expression: an optimiser shifts first and chooses then.
#include "klee/klee.h"

__attribute__((noinline)) static int bit(unsigned x, unsigned s) { return s < 32 && x >> s == 1; }

int main(void) {
    unsigned s, x;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&x, sizeof x, "x");
    if (bit(x, s) + 1 == 2)
        return 1; //~ reached
    return 0;     //~ reached
}
