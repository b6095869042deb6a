// A jump out of a region and then an end of a region: the state waits there, at another place than the others.
// run: --merge=region
// groups: 1 2 -- x = 7 at the end in main, alone; x > 7 and x < 7 at the end in work
// complete: 1 -- the one region: all come to some end
// states: 2 -- x = 7 and the joined one
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
    if (setjmp(back)) {
        klee_close_merge();
        return 0;
    }
    return work(x) > 1;
}
