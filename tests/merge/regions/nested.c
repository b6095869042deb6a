// A region in a region: the inner one is joined first, and what is left of it is one state of the outer.
// run: --merge=region
// groups: 2 2
// complete: 2
// states: 1
// paths: 3
// verdict: proved
#include <klee/klee.h>

void braid_merge_begin(void);
void braid_merge_end(void);

int main(void) {
    int x = klee_int("x"), y = klee_int("y"), z = 0;
    klee_open_merge();
    if (x > 0) {
        braid_merge_begin();
        if (y > 0)
            z = 1;
        else
            z = 2;
        braid_merge_end();
    }
    klee_close_merge();
    return z > 2;
}
