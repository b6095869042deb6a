// Only part of an object is symbolic.
// paths: 2 -- s[2] is 'x' or not; the other bytes are known
// try part[]: 120 0
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    char s[6] = "hello";
    klee_make_symbolic(s + 2, 2, "part");
    assert(s[0] == 'h' && s[1] == 'e' && s[4] == 'o' && s[5] == 0);
    if (s[2] == 'x')
        return 1;
    return 0;
}
