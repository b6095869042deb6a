// Bytes of a set, as one loop that begins again with the set after each byte found: 15 ways through it, of which states that are
// joined inside the loop leave 4, one for each number of bytes.
// run: --merge=pattern --no-pattern-cost --merge-nesting=outermost --capacity=4
// patterns: 1 -- the one group
// groups: 4 -- 0 to 3 bytes
// complete: 1 -- the one context, which loses nobody
// states: 1 -- the joined one
// paths: 15 -- two ways for each byte: 1 + 2 + 4 + 8
// verdict: proved
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static unsigned span(const char *s, const char *accept) {
    const char *at = s, *p = accept;
    while (*p) {
        if (*p++ == *at) {
            at++;
            p = accept;
        }
    }
    return (unsigned)(at - s);
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n >= 1);
    braid_assume(n <= 4);
    char *s = malloc(n);
    braid_symbolic(s, n, "s");
    s[n - 1] = 0;
    unsigned count = span(s, "ab");
    assert(count < n);
    return 0;
}
