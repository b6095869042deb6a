// A loop that never ends holds nobody up for ever: who waits behind it goes on when its patience is at an end.
// run: --merge=qce-static --merge-patience=2000 --max-instructions=60000
// verdict: bug
// bugs: assert:17
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    char c;
    volatile unsigned turns = 0;
    klee_make_symbolic(&c, 1, "c");
    if (c == 's')
        for (;;)
            turns++;
    for (int i = 0; i < 3; i++)
        turns += c == i;
    assert(turns == 0);
    return 0;
}
