// The mean of two numbers overflows where their sum does; halves that are added do not.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (!isfinite(a) || !isfinite(b))
        return 0;
    assert(isfinite(a / 2 + b / 2));
    assert(isfinite((a + b) / 2)); //~ bug: assert
    return 1;
}
