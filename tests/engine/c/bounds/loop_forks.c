// The same, ended by the bound on forks.
// flags: --max-forks 50
// verdict: inconclusive
// incomplete: forks
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned n = 0;
    while (n < x)
        n++;
    return (int)n;
}
