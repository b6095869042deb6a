// Allocates for ever, ended by the memory limit or the time limit, never by the machine.
// flags: --max-memory 200MiB --max-time 20s
// verdict: inconclusive
// incomplete: memory|time
// override(m32): skip because addresses run out before memory does
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 0)
        return 0;
    volatile char *volatile p;
    while (1) {
        p = malloc(4096);
        p[0] = 1;
        p[4095] = 1;
    }
}
