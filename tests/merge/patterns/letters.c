// A function tests each byte, and the loop returns early: the alternatives inside the function are joined in every round.
// run: --merge=pattern --no-pattern-cost
// groups: 5 5 5 6 -- a byte below, between and above the letters after 0 to 4 others; the end with n = 0 to 5
// patterns: 4 -- one for each of these groups
// verdict: proved
#include <assert.h>
#include <braid.h>

__attribute__((noinline)) static int is_alpha(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

__attribute__((noinline)) static int all_alpha(const char *s, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (!is_alpha(s[i])) {
            return 0;
        }
    }
    return 1;
}

int main(void) {
    char s[5];
    unsigned n, j;
    braid_symbolic(s, 5, "s");
    braid_symbolic(&n, sizeof n, "n");
    braid_symbolic(&j, sizeof j, "j");
    braid_assume(n <= 5);
    int all = all_alpha(s, n);
    braid_assume(j < n);
    assert(!all || s[j] >= 'A');
    return all;
}
