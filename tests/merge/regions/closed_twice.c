// The second end belongs to no beginning: it is refused, and the joined state goes on.
// run: --merge=region
// groups: 2 -- x > 7 or not
// complete: 1 -- the one region, which loses nobody
// refused: 1 -- the second end, by the joined state
// messages: 18 in main: a region ends that did not begin
// states: 1 -- the joined one
// paths: 2 -- x > 7 or not
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x > 7)
        y = 1;
    klee_close_merge();
    klee_close_merge();
    return y > 1;
}
