/* The streams of C++ as one translation unit. */
#include "ios.h"

#include "string.cc"
#include "failure.cc"
#include "locale.cc"
#include "ios.cc"
#include "streambuf.cc"
#include "output.cc"
#include "input.cc"
#include "sstream.cc"
#include "standard.cc"
