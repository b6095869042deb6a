// Text of numbers that are too large, too small, zero or not normal becomes the right number, and errno says so; large exponents are alike.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    char small[] = "?e-324";
    small[0] = (char)klee_range('0', '9' + 1, "digit");
    errno = 0;
    double least = strtod(small, NULL);
    assert((errno == ERANGE) == (small[0] != '0'));
    assert(least >= 0 && least <= 1e-323);
    if (least > 0)
        return 1; //~ reached

    char large[] = "7e30?";
    large[4] = (char)klee_range('0', '9' + 1, "exponent");
    errno = 0;
    double most = strtod(large, NULL);
    assert(isinf(most) == (errno == ERANGE));
    if (isinf(most))
        return 2; //~ reached

    char far[] = "7e-35???";
    for (int at = 5; at < 8; at++)
        far[at] = (char)klee_range('0', '9' + 1, "more");
    assert(strtod(far, NULL) == 0 && errno == ERANGE);
    return 0;
}
