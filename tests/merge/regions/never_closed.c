// A region that one path never closes: those at its end wait until that path has ended.
// run: --merge=region
// groups: 2 -- x > 7 and x < 7
// complete: 0 -- who returns is lost to the region
// refused: 1 -- the region that x = 7 leaves open
// messages: 14 in main: a region is not closed on some path
// states: 2 -- the joined one and the one that returns
// paths: 3 -- x = 7, x > 7, x < 7
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x == 7)
        return 0;
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y;
}
