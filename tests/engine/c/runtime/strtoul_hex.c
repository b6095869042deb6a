// Base 16 with and without prefix.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume(s[0] == '0');
    klee_assume(s[1] == 'x');
    s[4] = 0;
    unsigned long x = strtoul(s, NULL, 16);
    assert(x <= 0xff);
    if (x == 0xa5)
        return 1; //~ reached
    return 0;     //~ reached
}
