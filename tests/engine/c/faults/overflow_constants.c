// Overflows that a compiler folds away are found where it is asked for checks.
// check: overflow
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    int x = klee_range(0, 3, "x"), one = 1;
    if (x == 0)
        return INT_MAX + one > 0; //~ bug: overflow
    if (x == 1) {
        int least = INT_MIN;
        return least / -one != 0; //~ bug: overflow
    }
    long big = LONG_MAX;
    big++; //~ bug: overflow
    return big != 0;
}
