// A fault that the bounds of a function allow and no run shows is a row, not a bug.
// verdict: inconclusive
// incomplete: library
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 0.5 && x < 0.75)
        assert(cos(x) != sin(x) + 2 && tan(x) * 2 < 2.2);
    return 0;
}
