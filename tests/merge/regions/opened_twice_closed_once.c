// Opened twice and closed once: the inner region is joined, and what comes of it never closes the outer one.
// run: --merge=region
// groups: 2 -- x > 7 or not
// complete: 1 -- the inner region
// refused: 1 -- the outer region, which the joined state leaves open
// messages: 14 in main: a region is not closed on some path
// states: 1 -- the joined one
// paths: 2 -- x > 7 or not
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
