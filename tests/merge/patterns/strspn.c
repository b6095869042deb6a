// Bytes of a set, as strspn looks for them: the inner loop's states become one by choices, so that the rounds of the outer one look alike.
// run: --merge=pattern --capacity=4
// groups: 1 1 1 2 2 2 3 4 -- three times in the inner loop: a byte that is none, alone, and 'a' or 'b'; in the outer one a byte that is none after 0 to 2 others, and the end after 0 to 3
// states: 2 -- one for each way out of the outer loop
// verdict: proved
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static unsigned span(const char *s, const char *accept) {
    unsigned count = 0;
    while (*s) {
        const char *a;
        for (a = accept; *a; a++) {
            if (*s == *a) {
                break;
            }
        }
        if (!*a) {
            return count;
        }
        s++;
        count++;
    }
    return count;
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
    assert(s[count] != 'a' && s[count] != 'b');
    return 0;
}
