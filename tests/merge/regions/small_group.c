// A bound on groups that nobody can keep: nothing is joined, nothing is lost.
// run: --merge=region --merge-group 0
// groups: 2
// complete: 1
// refused: 1
// states: 2
// paths: 2
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
