// An index that goes down in steps of two and below zero.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:12
#include <assert.h>
#include <braid.h>
int main(void) {
    int a[8], n; braid_symbolic(a, sizeof a, "a"); braid_symbolic(&n, 4, "n");
    braid_assume(n >= -3 && n <= 8);
    int i;
    for (i = n - 1; i >= 0 && a[i] != 42; i -= 2) ;
    if (i >= 0) assert(a[i] == 42);
    assert(i != 3 || n != 6);
    return i < -2;
}
