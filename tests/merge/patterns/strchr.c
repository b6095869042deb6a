// The byte is found after k others, or the end is.
// run: --merge=pattern --no-pattern-cost --capacity=4
// patterns: 2 -- found and not found
// groups: 3 4 -- found after 0 to 2 others; a zero after 0 to 3
// states: 2 -- one for each pattern
// verdict: proved
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static const char *find(const char *s, char c) {
    while (*s != c) {
        if (*s == 0) {
            return 0;
        }
        s++;
    }
    return s;
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n >= 1);
    braid_assume(n <= 4);
    char *s = malloc(n);
    braid_symbolic(s, n, "s");
    s[n - 1] = 0;
    const char *at = find(s, 'a');
    if (at) {
        assert(*at == 'a');
        return 1;
    }
    return 0;
}
