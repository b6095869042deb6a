// A clamp by comparisons lets a NaN through; one that asks the other way round does not.
#include <assert.h>
#include <klee/klee.h>

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }
static double keep(double x, double low, double high) { return !(x >= low) ? low : x > high ? high : x; }

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    double kept = keep(x, -1, 1), clamped = clamp(x, -1, 1);
    assert(kept >= -1 && kept <= 1);
    assert(clamped >= -1 && clamped <= 1); //~ bug: assert
    return 0;
}
