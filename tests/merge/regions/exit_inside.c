// A path that ends the program inside a region, in another function: it is told, and the others are joined.
// run: --merge=region
// groups: 2 -- x > 7 and x < 7
// complete: 0 -- who exits is lost to the region
// refused: 1 -- the region that x = 7 leaves open
// messages: 20 in main: a region is not closed on some path
// states: 2 -- the joined one and the one that exits
// paths: 3 -- x = 7, x > 7, x < 7
// verdict: proved
#include <klee/klee.h>
#include <stdlib.h>

static void stop(int x) {
    if (x == 7)
        exit(3);
}

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    stop(x);
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
