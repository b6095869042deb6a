// Operations, conversions, roots and whole numbers follow the rounding mode that the program sets; a mode that depends on the input is a path for each.
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

int main(void) {
    unsigned char which = klee_range(0, 5, "which");
    int n = klee_range(-9, 10, "n");
    volatile double one = 1, ten = 10;
    if (which == 4) {
        assert(fesetround(17) != 0);
        assert(fegetround() == FE_TONEAREST && one / ten == 0.1);
        return 4; //~ reached
    }
    assert(fesetround(modes[which]) == 0 && fegetround() == modes[which]);
    double tenth = one / ten, minus = -one / ten, whole = rint(n / 2.0);
    float narrow = (float)tenth;
    long double root = sqrtl(ten / 5);
    fesetround(FE_TONEAREST);
    double near = one / ten;
    assert(FLT_ROUNDS == 1);
    switch (which) {
    case 0:
        assert(tenth == near && minus == -near);
        assert(n % 2 ? fmod(whole, 2) == 0 : whole == n / 2);
        return 0; //~ reached
    case 1:
        assert(tenth < near && minus == -near && whole == floor(n / 2.0));
        assert(narrow <= tenth && root * root < 2);
        return 1; //~ reached
    case 2:
        assert(tenth == near && minus > -near && whole == ceil(n / 2.0));
        assert(narrow >= tenth && root * root > 2);
        return 2; //~ reached
    default:
        assert(tenth < near && minus > -near && whole == trunc(n / 2.0));
        assert(whole == n / 2 && root * root < 2);
        return 3; //~ reached
    }
}
