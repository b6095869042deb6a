// Casts const away and writes to a constant table.
// paths: 2 -- i == 3 (faults), i != 3
// try: 0 3 4
#include <klee/klee.h>

static const int primes[4] = {2, 3, 5, 7};
static int copy[4];

int main(void) {
    unsigned i = klee_range(0, 5, "i");
    int *volatile p = copy;
    if (i == 3)
        p = (int *)primes;
    p[1] = 4; //~ bug: readonly-write
    return copy[1];
}
