// Which of two zeros is the smaller or the larger is open; of other numbers it is not, and a NaN is left for a number.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    double least = fmin(x, y), most = fmax(x, y);
    if (isnan(x) && isnan(y))
        return 0;
    assert(!isnan(least) && !isnan(most) && least <= most);
    assert((least == x || least == y) && (most == x || most == y));
    if (x == 0 && y == 0 && !signbit(x) && signbit(y)) {
        if (signbit(least))
            return 1; //~ reached
        return 2; //~ reached
    }
    return 3;
}
