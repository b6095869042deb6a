// The span of two letters: every letter of the span is either one.
// paths: 3070 -- spans of i letters end in 2^i ways at the length (i = 0..10) and in 2^i ways at another letter (i = 0..9)
#include <klee/klee.h>
#include <stddef.h>

static size_t span(const char *s, size_t n) {
    size_t i = 0;
    for (; i < n; i++) {
        if (s[i] == 'a')
            continue;
        if (s[i] == 'b')
            continue;
        break;
    }
    return i;
}

int main(void) {
    char s[10];
    unsigned n;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 10);
    return (int)span(s, n);
}
