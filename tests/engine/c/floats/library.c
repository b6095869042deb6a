// Functions of the library that are exact: whole numbers, roots, signs, the smaller and the larger.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!(x >= 0 && x < 1000))
        return 0;
    float low = floorf(x), high = ceilf(x), root = sqrtf(x);
    assert(low <= x && x <= high && high - low <= 1);
    assert(truncf(x) == low && copysignf(x, -1) == -x && fabsf(-x) == x);
    assert(fminf(x, low) == low && fmaxf(x, high) == high);
    assert(root >= 0 && root < 32);
    if (rintf(x) != roundf(x))
        return 1; //~ reached
    if (root * root == x && x == 49)
        return 2; //~ reached
    return 3;
}
