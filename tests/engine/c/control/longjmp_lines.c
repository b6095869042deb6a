// Lines of blocks that are left by longjmp count as reached.
// verdict: proved
#include <setjmp.h>
#include <klee/klee.h>

static jmp_buf back;
static volatile int trace;

static void inner(int n) {
    trace = n; //~ reached
    longjmp(back, 1); //~ reached
}

static void outer(int n) {
    trace = 2; //~ reached
    inner(n); //~ reached
    trace = 3; //~ dead
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (setjmp(back) == 0) {
        trace = 1; //~ reached
        outer(n); //~ reached
        trace = 4; //~ dead
    }
    return 0; //~ reached
}
