/* Included before every C++ file that Braid compiles: the code of std::string, which is left to the compiled library otherwise,
 * becomes part of the program, where it can be explored. (-1 is libstdc++'s own value for strings alone; streams stay outside.) */
#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
