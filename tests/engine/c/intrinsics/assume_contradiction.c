// Assumptions that contradict each other: no path comes to an end, and that is no proof.
// paths: 0 -- nothing is below 3 and above 5
// verdict: inconclusive
// incomplete: nothing satisfies the assumptions
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 5);
    klee_assume(x < 3);
    assert(x == 4); //~ dead
    return 0;
}
