// An index that may be negative.
// paths: 2 -- 0 <= i < 3, i < 0 (faults)
#include <klee/klee.h>

static int a[3];

int main(void) {
    int i = klee_range(-2, 3, "i");
    a[i] = 1; //~ bug: out-of-bounds
    return a[0];
}
