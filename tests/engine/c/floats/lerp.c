// Interpolation from a by the difference misses b at its end; the sum of both parts does not.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float a, b, t = 1;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a > 0 & a < 100 & b > 0 & b < 100);
    float parts = (1 - t) * a + t * b, difference = a + t * (b - a);
    assert(parts == b);
    assert(difference == b); //~ bug: assert
    return 0;
}
