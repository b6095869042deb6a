// A limit on nested calls is no fault of the program.
// flags: --max-call-depth 100
// verdict: inconclusive
// incomplete: nested calls
#include <klee/klee.h>

__attribute__((noinline)) static int down(int n) {
    volatile int kept = n;
    return n == 0 ? 0 : down(n - 1) + kept;
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 1)
        return down(1000) == 3;
    return down(50) == 3;
}
