// Text of a few symbolic characters becomes the nearest number, for all of its digits at once.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[6] = "";
    klee_make_symbolic(s, 5, "s");
    klee_assume(s[0] >= '0' & s[0] <= '9');
    klee_assume(s[1] == '.');
    klee_assume(s[2] >= '0' & s[2] <= '9');
    klee_assume(s[3] >= '0' & s[3] <= '9');
    klee_assume(s[4] == 0);
    char *end;
    double x = strtod(s, &end);
    assert(end == s + 4);
    assert(x >= 0 && x < 10);
    if (x == 3.14)
        return 1; //~ reached
    if (x * 100 != (s[0] - '0') * 100 + (s[2] - '0') * 10 + (s[3] - '0'))
        return 2; //~ reached
    return 0;
}
