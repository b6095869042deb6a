// The bits of a NaN that an operation makes are open: either sign, no payload or that of an operand. Only who looks at bits depends on them.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <string.h>

static unsigned long bits_of(double x) {
    unsigned long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    double difference = x - x;
    assert(isnan(difference) == !isfinite(x));
    if (isinf(x)) {
        assert(bits_of(difference) << 1 == 0x7ff8UL << 49);
        return signbit(difference) ? 1 : 2; //~ reached
    }
    if (isnan(x)) {
        unsigned long payload = bits_of(difference) & 0x7ffffffffffff, own = bits_of(x) & 0x7ffffffffffff;
        assert(payload == 0 || payload == own);
        if (signbit(difference) != signbit(x))
            return 3; //~ reached
        return 4; //~ reached
    }
    assert(difference == 0 && !signbit(difference));
    return 0;
}
