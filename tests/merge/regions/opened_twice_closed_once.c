// Opened twice and closed once: the inner region is joined, and what comes of it never closes the outer one.
// run: --merge=region
// groups: 2
// complete: 1
// refused: 1
// messages: 14 in main: a region is not closed on some path
// states: 1
// paths: 2
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    klee_open_merge();
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
