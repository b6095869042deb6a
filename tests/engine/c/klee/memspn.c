// The span of one letter in a buffer of symbolic length.
// paths: 21 -- n = 0; for n >= 1 the span ends at each i < n by another letter (10 ways) or at n (10 ways)
#include <klee/klee.h>
#include <stddef.h>

static size_t span(const char *s, size_t n, char letter) {
    size_t i = 0;
    while (i < n && s[i] == letter)
        i++;
    return i;
}

int main(void) {
    char s[10];
    unsigned n;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 10);
    return (int)span(s, n, 'a');
}
