// A region that is left by a jump: the state that jumped never comes to its end, and nobody waits for it any more once it
// has ended.
// run: --merge=region
// groups: 2
// complete: 0
// refused: 1
// messages: 18 in work: a region is not closed on some path
// states: 2
// paths: 3
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
