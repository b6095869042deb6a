// Text of numbers that are too large, too small, zero or not normal becomes the right number, and errno says so; large exponents are alike.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    char text[8] = "?e-32?";
    text[0] = (char)klee_range('0', '9' + 1, "digit");
    text[5] = (char)klee_range('0', '9' + 1, "last");
    errno = 0;
    double small = strtod(text, NULL);
    assert(small >= 0 && small < 1e-319);
    assert((errno == ERANGE) == (text[0] != '0'));
    if (small == 0 && text[0] != '0')
        return 1; //~ reached
    if (small > 0)
        return 2; //~ reached

    char large[8] = "7e3????";
    large[3] = (char)klee_range('4', '9' + 1, "second");
    for (int at = 4; at < 7; at++)
        large[at] = (char)klee_range('0', '9' + 1, "more");
    errno = 0;
    assert(isinf(strtod(large, NULL)) && errno == ERANGE);
    return 0;
}
