// One path stays in the region for ever: the others go on without it after a while.
// run: --merge=region --merge-patience 1000 --max-instructions 20000 --batch 100
// groups: 2 -- x > 7 and x < 7; who spins never comes
// complete: 0 -- who spins is lost to the region
// verdict: bug
// bugs: assert:22
#include <klee/klee.h>
#include <assert.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    volatile int spin = 1;
    klee_open_merge();
    if (x == 7)
        while (spin)
            ;
    if (x > 7)
        y = 1;
    else
        y = 2;
    klee_close_merge();
    assert(y != 1);
    return 0;
}
