/* How results of floating point are rounded: what of <fenv.h> has nothing to do with exceptions. */
#include "runtime.h"

#include "rounding.h"

API int fegetround(void) {
    return rounding_mode();
}

API int fesetround(int mode) {
    return set_rounding_mode(mode);
}
