// Aligned blocks of symbolic size.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 & n <= 8);
    void *p = NULL;
    volatile char *q = aligned_alloc(64, n);
    assert(posix_memalign(&p, 32, n) == 0);
    assert((uintptr_t)p % 32 == 0 && (uintptr_t)q % 64 == 0);
    ((volatile char *)p)[n - 1] = 1;
    if (n == 3)
        q[n] = 1; //~ bug: out-of-bounds
    free(p);
    free((void *)q);
    return 0; //~ reached
}
