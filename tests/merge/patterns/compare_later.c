// Two strings side by side, and later the same byte of both: where the loop stopped, only if that is the end of both.
// run: --merge=pattern --no-pattern-cost
// groups: 1 5 5 -- the terminators, alone; a zero, and two bytes that differ, after 0 to 4 others
// patterns: 2 -- one for each test that fails
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char a[6], b[6];
    unsigned n = (unsigned)braid_int("n");
    braid_symbolic(a, 6, "a");
    braid_symbolic(b, 6, "b");
    a[5] = 0;
    b[5] = 0;
    braid_assume(n < 5);
    unsigned i = 0;
    while (a[i] && a[i] == b[i]) {
        i++;
    }
    if (a[n] == b[n]) {
        assert(n != i || a[i] == 0);
        return n == i ? 1 : 2;
    }
    assert(i <= n);
    return 0;
}
