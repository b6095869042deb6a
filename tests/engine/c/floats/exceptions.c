// Exceptions of known numbers are those of the machine; environments are kept, held and put back.
#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

int main(void) {
    int n = klee_range(0, 4, "n");
    volatile double zero = 0, one = 1, three = 3, huge = 1e308, tiny = 1e-308;
    volatile double result;
    fenv_t before, after;
    assert(fetestexcept(FE_ALL_EXCEPT) == 0);
    result = one / three;
    assert(fetestexcept(FE_ALL_EXCEPT) == FE_INEXACT);
    assert(fegetenv(&before) == 0);
    assert(feclearexcept(FE_ALL_EXCEPT) == 0);
    switch (n) {
    case 0:
        result = one / zero;
        assert(fetestexcept(FE_ALL_EXCEPT) == FE_DIVBYZERO);
        break; //~ reached
    case 1:
        result = zero / zero;
        assert(fetestexcept(FE_ALL_EXCEPT) == FE_INVALID && isnan(result));
        break; //~ reached
    case 2:
        result = huge * 10;
        assert(fetestexcept(FE_ALL_EXCEPT) == (FE_OVERFLOW | FE_INEXACT));
        break; //~ reached
    default:
        result = tiny / 3;
        assert(fetestexcept(FE_ALL_EXCEPT) == (FE_UNDERFLOW | FE_INEXACT));
        break; //~ reached
    }
    fesetround(FE_UPWARD);
    assert(feholdexcept(&after) == 0 && fetestexcept(FE_ALL_EXCEPT) == 0);
    result = rint(one / three);
    assert(result == 1 && fetestexcept(FE_INEXACT | FE_INVALID) == FE_INEXACT);
    assert(feupdateenv(&before) == 0 && fegetround() == FE_TONEAREST);
    assert(fetestexcept(FE_ALL_EXCEPT) == FE_INEXACT);
    assert(fesetenv(&after) == 0 && fegetround() == FE_UPWARD);
    assert(fesetenv(FE_DFL_ENV) == 0 && fegetround() == FE_TONEAREST && fetestexcept(FE_ALL_EXCEPT) == 0);
    assert(feraiseexcept(FE_OVERFLOW) == 0 && fetestexcept(FE_ALL_EXCEPT) == FE_OVERFLOW);
    return n;
}
