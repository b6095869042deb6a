// Example 4 of "State Merging with Quantifiers in Symbolic Execution": the two ways to match a byte are joined inside the loop,
// which leaves the two patterns of memspn with one byte.
// run: --merge=pattern --no-pattern-cost
// groups: 3 4 -- those of memspn with one byte
// patterns: 2 -- those of memspn with one byte
// states: 2 -- one for each pattern
// paths: 22 -- two ways for each byte matched: 1 + 2 + 4 by another byte, 1 + 2 + 4 + 8 by the end
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
