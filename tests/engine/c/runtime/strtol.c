// A number in a symbolic text.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[4], *end;
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    long x = strtol(s, &end, 10);
    assert(x >= -99 && x <= 999 && end >= s && end <= s + 3);
    if (x == 42)
        return 1; //~ reached
    if (x < 0)
        return 2; //~ reached
    return 0;     //~ reached
}
