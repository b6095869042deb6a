// A loop without end and without forks, ended by the time limit.
// flags: --max-time 1s
// verdict: inconclusive
// incomplete: time
#include <klee/klee.h>

int main(void) {
    volatile unsigned n = 0;
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 0)
        return 0; //~ reached
    while (1)
        n++; //~ reached
}
