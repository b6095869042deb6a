// No round or one: nothing repeats, and yet there is a pattern.
// run: --merge=pattern --no-pattern-cost
// groups: 1 2 -- another byte than 'a', alone; the end with n = 0 and n = 1
// patterns: 1 -- those of the end
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[1];
    unsigned n;
    braid_symbolic(s, 1, "s");
    braid_symbolic(&n, sizeof n, "n");
    braid_assume(n <= 1);
    unsigned i = 0;
    while (i < n && s[i] == 'a') {
        i++;
    }
    assert(i <= n);
    assert(i == 0 || s[0] == 'a');
    return 0;
}
