// memmove over itself with a symbolic length.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[8] = "1234567";
    unsigned n = klee_range(0, 6, "n");
    memmove(s + 1, s, n);
    assert(s[0] == '1');
    assert(n < 2 || s[2] == '2');
    assert(n >= 2 || s[2] == '3');
    assert(s[6] == '7');
    return 0;
}
