// Without any patience no state waits: every group is a state alone, and all paths are explored by themselves.
// run: --merge-patience 0
// groups: 1 1 1 1 -- n = 0 to 3, each alone
// complete: 0 -- who does not wait is lost to the context
// states: 4 -- n = 0 to 3
// paths: 4 -- n = 0 to 3
// verdict: proved
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 4, "n"), sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    return sum > 100;
}
