// An allocation of more than is modelled is no null pointer, and no proof; one that no machine has is null.
// verdict: inconclusive
// incomplete: more than the 4294967296 that are modelled
// replay: skip because whether a machine has the memory is its own matter
// override(m32): skip because sizes have 32 bits
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
    int n;
    char *volatile p;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 1) {
        p = malloc(5ul << 30);
        *p = 1; // not a null pointer
        return 1;
    }
    if (n == 2)
        klee_assert((p = malloc((size_t)-1 / 2)) == 0);
    return 0;
}
