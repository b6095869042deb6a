// A loop that could fork four thousand million times, kept from it by the bound on forks.
// flags: --max-forks 50 --max-instructions 5000
// verdict: inconclusive
// incomplete: fork
// override(O1): skip because the optimiser replaces the loop by its result
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned n = 0;
    while (n < x)
        n++;
    return (int)n;
}
