// A range of bytes: two ways to end, each with its pattern.
// run: --merge=pattern --no-pattern-cost
// patterns: 2 -- one for each test that fails
// groups: 1 6 6 -- the terminator, alone; a byte too small, and one too large, after 0 to 5 others
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[7];
    braid_symbolic(s, 6, "s");
    s[6] = 0;
    const char *p = s;
    while (*p > 'a' && *p < 'z') {
        p++;
    }
    assert(!(*p > 'a' && *p < 'z'));
    assert(p == s || (p[-1] > 'a' && p[-1] < 'z'));
    return 0;
}
