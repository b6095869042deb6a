// A function that leaves its region by a return on one way: the state stays in the region, and an end further on is its end.
// The two that closed it in the function wait there for it, and those that did not are a group elsewhere.
// run: --merge=region
// groups: 1 2 -- x = 7 at the end in main, alone; x > 7 and x < 7 at the end in work
// complete: 1 -- the one region: all come to some end
// refused: 1 -- the joined state at the end in main
// messages: 30 in main: a region ends that did not begin
// states: 2 -- x = 7 and the joined one
// paths: 3 -- x = 7, x > 7, x < 7
// verdict: proved
#include <klee/klee.h>

static int work(int x) {
    int y = 0;
    klee_open_merge();
    if (x == 7)
        return 5;
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y;
}

int main(void) {
    int x = klee_int("x");
    int y = work(x);
    // Only the path with x == 7 is still in a region here.
    if (x == 7)
        y = 6;
    klee_close_merge();
    return y > 6;
}
