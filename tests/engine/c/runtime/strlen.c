// The length of a symbolic string.
// paths: 6 -- the end is at 0..5; the last byte is 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[6];
    klee_make_symbolic(s, sizeof s, "s");
    s[5] = 0;
    size_t n = strlen(s);
    assert(n <= 5 && s[n] == 0);
    return (int)n;
}
