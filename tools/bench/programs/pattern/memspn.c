// memspn of "State Merging with Quantifiers in Symbolic Execution" over a buffer of at most M bytes: how many of its first bytes are
// among CHARS, then, each where the last one stopped, among others, TIMES times in all.
#include <braid.h>
#include <stdlib.h>

#ifndef CHARS
#define CHARS "a"
#endif
#ifndef TIMES
#define TIMES 1
#endif

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
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n <= M);
    char *s = malloc(n);
    braid_symbolic(s, n, "s");
    unsigned at = memspn(s, n, CHARS);
    if (TIMES > 1) {
        at += memspn(s + at, n - at, "x");
    }
    if (TIMES > 2) {
        at += memspn(s + at, n - at, "y");
    }
    return at == n;
}
