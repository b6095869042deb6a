// Three bytes that are skipped: the alternatives are joined where the next round begins, whatever the search order.
// run: --merge=pattern --no-pattern-cost --search=dfs
// groups: 1 6 -- the terminator, alone; another byte after 0 to 5 that are skipped
// patterns: 1 -- that of the other byte
// states: 3 -- the one alone, and the joined one, which p == s of an assertion parts
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[7];
    braid_symbolic(s, 6, "s");
    s[6] = 0;
    const char *p = s;
    while (*p == ' ' || *p == '\t' || *p == '\r') {
        p++;
    }
    assert(*p != ' ' && *p != '\t' && *p != '\r');
    assert(p == s || p[-1] <= ' ');
    return 0;
}
