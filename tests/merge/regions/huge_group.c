// No bound on groups to speak of.
// run: --merge=region --merge-group 18446744073709551615 --merge-patience 18446744073709551615
// groups: 2 -- x > 7 or not
// complete: 1 -- the one region, which loses nobody
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
    return y > 1;
}
