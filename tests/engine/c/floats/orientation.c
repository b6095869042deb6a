// On which side of a line a point lies: exact for small integers, wrong where products are rounded.
#include <assert.h>
#include <klee/klee.h>

static float side(float ax, float ay, float bx, float by) { return ax * by - ay * bx; }

int main(void) {
    int x = klee_range(0, 16, "x"), y = klee_range(0, 16, "y");
    assert((side(x, y, 3, 7) > 0) == (7 * x > 3 * y));
    // far * far - (far - 1) * (far + 1) is 1.
    int far = klee_range(4000, 5000, "far");
    assert(side(far, far - 1, far + 1, far) > 0); //~ bug: assert
    return 0;
}
