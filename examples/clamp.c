/* Keeps a number within limits. Braid explores every int and every pair of limits, and proves the assertion. */
#include <assert.h>
#include <braid.h>

static int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    return x > high ? high : x;
}

int main(void) {
    int x = braid_int("x"), low = braid_int("low"), high = braid_int("high");
    braid_assume(low <= high);
    int y = clamp(x, low, high);
    assert(low <= y && y <= high);
    return 0;
}
