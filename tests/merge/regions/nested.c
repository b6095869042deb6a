// A region in a region: the inner one is joined first, and what is left of it is one state of the outer.
// run: --merge=region
// groups: 2 2 -- y > 0 or not inside; then what is left of it, and x <= 0
// complete: 2 -- both regions
// states: 1 -- the joined one
// paths: 3 -- x <= 0, and y > 0 or not where x > 0
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
