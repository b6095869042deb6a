// A bound on groups that nobody can keep: nothing is joined, nothing is lost.
// run: --merge=region --merge-group 0
// groups: 2 -- x > 7 or not, which wait together but are not joined
// complete: 1 -- the one region, which loses nobody
// refused: 1 -- the one group
// states: 2 -- x > 7 or not
// paths: 2 -- x > 7 or not
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y > 1;
}
