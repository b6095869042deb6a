// A path that aborts inside a region is a bug of its own and not a region left open: nothing is told, the others are joined.
// run: --merge=region
// groups: 2 -- x > 7 and x < 7
// complete: 0 -- who aborts is lost to the region
// refused: 0 -- an abort is no region left open
// messages:
// states: 2 -- the joined one and the one that aborts
// paths: 3 -- x = 7, x > 7, x < 7
// verdict: bug
// bugs: abort:18
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x == 7)
        abort();
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
