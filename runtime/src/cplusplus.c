/* The first needs of C++ as one translation unit: exceptions, types, containers. */
#include "runtime.h"

#include "exception.c"
#include "type_info.c"
#include "stdexcept.c"
#include "cxx.c"
#include "tree.c"
#include "containers.c"
