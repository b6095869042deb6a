/* Functions of mathematics as one translation unit. */
#include "runtime.h"

#include "math.c"
#include "rounding.c"
#include "complex.c"
#include "classify.c"
