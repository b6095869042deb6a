// The way back is a jump: no loop of the control flow.
#include <assert.h>
#include <braid.h>
#include <setjmp.h>

static jmp_buf start;
static volatile int count;

int main(void) {
    int n = braid_int("n");
    braid_assume(n >= 0 && n < 20);
    setjmp(start);
    if (count < n) {
        count++;
        longjmp(start, 1);
    }
    assert(count != 13);
    return 0;
}
