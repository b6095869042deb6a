// longjmp back into a loop that counts its tries.
// paths: 4 -- n = 0..3
// try: 0 1 2 3
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf again;

int main(void) {
    int n = klee_range(0, 4, "n");
    volatile int tries = 0;
    setjmp(again);
    if (tries < n) {
        tries++;
        longjmp(again, 1);
    }
    assert(tries == n);
    return tries;
}
