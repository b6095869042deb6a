// A range of bytes without one in its middle: three ways to end.
// run: --merge=pattern --no-pattern-cost
// groups: 1 6 6 6 -- the terminator, alone; a byte too small, one too large, and an 'i', after 0 to 5 others
// patterns: 3 -- one for each test that fails
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[7];
    braid_symbolic(s, 6, "s");
    s[6] = 0;
    const char *p = s;
    while (*p > 'a' && *p < 'z' && *p != 'i') {
        p++;
    }
    assert(!(*p > 'a' && *p < 'z') || *p == 'i');
    assert(p == s || p[-1] != 'i');
    return 0;
}
