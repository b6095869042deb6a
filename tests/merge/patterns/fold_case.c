// Two buffers of one length are compared without regard to case.
// run: --merge=pattern --no-pattern-cost --capacity=4
// groups: 4 4 4 4 5 -- bytes that differ after 0 to 3 others, by whether each is a capital; the end with n = 0 to 4
// patterns: 5 -- one for each of these groups
// verdict: proved
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

__attribute__((noinline)) static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    unsigned j = (unsigned)braid_int("j");
    braid_assume(n <= 4);
    char *a = malloc(n), *b = malloc(n);
    braid_symbolic(a, n, "a");
    braid_symbolic(b, n, "b");
    unsigned i = 0;
    while (i < n && lower(a[i]) == lower(b[i])) {
        i++;
    }
    assert(i <= n);
    braid_assume(j < i);
    assert(lower(a[j]) == lower(b[j]));
    return 0;
}
