// Text of more than 15 digits becomes the nearest number at once, and the number its text again.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[] = "0.1234567890123456x", text[32], *end;
    klee_make_symbolic(s + 15, 2, "s");
    klee_assume(s[15] >= '0' & s[15] <= '9');
    klee_assume(s[16] >= '0' & s[16] <= '9');
    s[18] = 0;
    double x = strtod(s, &end);
    assert(end == s + 18);
    assert(x > 0.1234567890123 && x < 0.1234567890124);
    if (s[15] == '4' && s[16] == '5')
        assert(x == 0.1234567890123456);
    return 0;
}
