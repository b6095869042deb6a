// Example 4 of "State Merging with Quantifiers in Symbolic Execution": the two ways to match a byte are joined inside the loop,
// which leaves the two patterns of memspn with one byte.
// run: --merge=pattern --no-pattern-cost
// groups: 3 4
// patterns: 2
// states: 2
// paths: 22
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
    unsigned count = memspn(s, n, "ab");
    assert(count <= n);
    return 0;
}
