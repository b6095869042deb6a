// Functions that no standard rounds are known within bounds: what these prove is proved, and a fault within them is shown by an exact run.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (isnan(x) || isinf(x))
        return 0;
    double s = sin(x), e = exp(x);
    assert(s >= -1 && s <= 1 && e >= 0 && sin(x) == s && pow(x, 2) >= 0);
    if (x > 1)
        assert(log(x) > -1e-9 && e > 2.7 && pow(x, 2.5) > 0.99 && atan2(1, x) >= 0);
    if (x > 6)
        assert(e < 200); //~ bug: assert
    return 0;
}
