// Figure 2 and table 1 of "State Merging with Quantifiers in Symbolic Execution": the states that met another byte, k of 0 to
// 2, and those that came to the end, k of 0 to 3.
// run: --merge=pattern --no-pattern-cost
// groups: 3 4 -- those of table 1
// patterns: 2 -- those of table 1
// states: 2 -- one for each pattern
// paths: 7 -- three that met another byte and four that came to the end
// verdict: proved
#include <assert.h>
#include <braid.h>

__attribute__((noinline)) static unsigned memspn(const char *s, unsigned n, const char *chars) {
    const char *p = chars;
    unsigned count = 0;
    while (*p && count < n) {
        if (*p == s[count]) {
            count++;
            p = chars;
        } else {
            p++;
        }
    }
    return count;
}

int main(void) {
    char s[3];
    unsigned n;
    braid_symbolic(s, sizeof s, "s");
    braid_symbolic(&n, sizeof n, "n");
    braid_assume(n <= 3);
    unsigned count = memspn(s, n, "a");
    assert(count <= n);
    return 0;
}
