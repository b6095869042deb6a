// A loop in a region: all ways through the loop wait at the end of the region.
// run: --merge=region
// groups: 6 -- n = 0 to 5
// complete: 1 -- the one region, which loses nobody
// states: 1 -- the joined one
// paths: 6 -- n = 0 to 5
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
