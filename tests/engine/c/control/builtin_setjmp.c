// The compiler's own setjmp and longjmp, from a nested call back into the frame that set the buffer.
// paths: 4 -- n = 0..3
// try: 0 1 2 3
#include <assert.h>
#include <klee/klee.h>

static void *again[5];
static volatile int tries;

static __attribute__((noinline)) void retry(void) {
    tries++;
    __builtin_longjmp(again, 1);
}

int main(void) {
    int n = klee_range(0, 4, "n");
    volatile int came_back = 0;
    if (__builtin_setjmp(again)) {
        came_back++;
    }
    if (tries < n) {
        retry();
    }
    assert(tries == n && came_back == n);
    return tries;
}
