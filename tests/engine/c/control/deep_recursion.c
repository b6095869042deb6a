// Calls that nest deeply are right as long as the stack has room for them.
// verdict: proved
// override(m32): skip because 32 bits have no room for so many local variables with 64 KiB between them
#include <klee/klee.h>

__attribute__((noinline)) static unsigned down(unsigned n) {
    volatile unsigned kept = n;
    return n == 0 ? 0 : down(n - 1) + (kept == n);
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assert(down(20000) == 20000);
    if (n == 7)
        klee_assert(down(30000) == 30000);
    return 0;
}
