// N states leave a loop, and then nothing happens: what is measured is forking, waiting and joining.
#include <klee/klee.h>

#ifndef N
#define N 1000
#endif

int main(void) {
    unsigned n = klee_range(0, N, "n"), at = 0;
    while (at < n)
        at++;
    klee_silent_exit(0);
}
