// Without any patience no state waits: every group is a state alone, and all paths are explored by themselves.
// run: --merge-patience 0
// groups: 1 1 1 1
// complete: 0
// states: 4
// paths: 4
// verdict: proved
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 4, "n"), sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    return sum > 100;
}
