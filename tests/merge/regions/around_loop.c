// A loop in a region: all ways through the loop wait at the end of the region.
// run: --merge=region
// groups: 6
// complete: 1
// states: 1
// paths: 6
// verdict: proved
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 6, "n"), sum = 0;
    klee_open_merge();
    for (unsigned i = 0; i < n; i++)
        sum += i;
    klee_close_merge();
    return sum > 15;
}
