// Every iteration makes an input, so that each joined state has one input more than the one before it.
// run: --merge-nesting=outermost
// groups: 41
// complete: 1
// states: 1
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
