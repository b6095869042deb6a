// A path that aborts inside a region is a bug of its own and not a region left open: nothing is told, the others are joined.
// run: --merge=region
// groups: 2
// complete: 0
// refused: 0
// messages:
// states: 2
// paths: 3
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
