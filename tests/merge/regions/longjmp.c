// A region that is left by a jump: the state that jumped never comes to its end, and nobody waits for it any more once it
// has ended.
// run: --merge=region
// groups: 2 -- x > 7 and x < 7
// complete: 0 -- who jumps never comes to an end
// refused: 1 -- the region that x = 7 leaves open
// messages: 18 in work: a region is not closed on some path
// states: 2 -- the joined one and the one that jumps
// paths: 3 -- x = 7, x > 7, x < 7
// verdict: proved
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;

static int work(int x) {
    int y = 0;
    klee_open_merge();
    if (x == 7)
        longjmp(back, 1);
    if (x > 7)
        y = 1;
    klee_close_merge();
    return y;
}

int main(void) {
    int x = klee_int("x");
    if (setjmp(back))
        return 0;
    return work(x) > 1;
}
