// The bits of a NaN are those that the machine gives: its own sign where no operand is one, else that of the operand.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    double difference = x - x;
    if (isinf(x))
        return signbit(difference) ? 1 : 2; //~ reached
    if (isnan(x)) {
        assert(!signbit(difference) == !signbit(x));
        return 3; //~ reached
    }
    assert(difference == 0 && !signbit(difference));
    return 0;
}
