// Every iteration makes an input, so that each joined state has one input more than the one before it.
// run: --merge-nesting=outermost
// groups: 41 -- y = 0 to 40
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one
// verdict: proved
#include <assert.h>
#include <klee/klee.h>

static int any(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    return x;
}

int main(void) {
    int y = 0;
    while (y < 40 && any())
        y++;
    assert(y <= 40);
    return 0;
}
