// No path ever closes the region: nobody waits, and the two that end by themselves are told of once.
// run: --merge=region
// groups: -- nobody comes to an end of the region
// complete: 0 -- all are lost to the region
// refused: 2 -- the two that return
// messages: 15 in main: a region is not closed on some path
// states: 3 -- x > 7, x = 0 and the others
// paths: 3 -- x > 7, x = 0 and the others
// verdict: bug
// bugs: div-by-zero:18
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x > 7)
        return 1;
    y = 4 / x;
    return y == 5;
}
