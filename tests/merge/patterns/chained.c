// The second loop begins where the first one stopped.
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

__attribute__((noinline)) static unsigned span(const char *s, unsigned from, unsigned n, char c) {
    unsigned i = from;
    while (i < n && s[i] == c) {
        i++;
    }
    return i;
}

int main(void) {
    char s[6];
    unsigned n;
    braid_symbolic(s, 6, "s");
    braid_symbolic(&n, sizeof n, "n");
    braid_assume(n <= 6);
    unsigned first = span(s, 0, n, 'a');
    unsigned second = span(s, first, n, 'b');
    assert(first <= second && second <= n);
    if (second < n) {
        assert(s[second] != 'b');
    }
    return 0;
}
