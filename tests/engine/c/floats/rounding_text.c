// Text is read and written in the rounding mode that is set: digits of the input, and of a number.
#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[] = "-0.?", shown[32];
    text[3] = klee_range('1', '9' + 1, "digit");
    double near = strtod(text, 0), down, up;
    fesetround(FE_DOWNWARD);
    down = strtod(text, 0);
    snprintf(shown, sizeof shown, "%.1f", 0.99);
    assert(strcmp(shown, "0.9") == 0);
    fesetround(FE_UPWARD);
    up = strtod(text, 0);
    snprintf(shown, sizeof shown, "%.1f %.0e", 0.0001, -15.0);
    assert(strcmp(shown, "0.1 -1e+01") == 0);
    assert(strtod("1e-400", 0) > 0 && strtod("-1e400", 0) > -HUGE_VAL);
    fesetround(FE_TONEAREST);
    assert(down <= near && near <= up);
    if (down == up) {
        assert(text[3] == '5');
        return 1; //~ reached
    }
    return 0; //~ reached
}
