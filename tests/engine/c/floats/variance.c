// The variance of a few small numbers is not negative when it is computed from the mean, and may be when it is not.
#include <assert.h>
#include <klee/klee.h>

#pragma STDC FP_CONTRACT OFF
int main(void) {
    unsigned a = klee_range(0, 8, "a"), b = 4;
    float x = 1000 + a / 16.0f, y = 1000 + b / 16.0f;
    float mean = (x + y) / 2;
    float spread = (x - mean) * (x - mean) + (y - mean) * (y - mean);
    assert(spread >= 0);
    float squares = (x * x + y * y) / 2 - mean * mean;
    assert(squares >= 0); //~ bug: assert
    return 0;
}
