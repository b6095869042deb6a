/* The module of wide characters: their streams, formats and numbers, the characters of uchar.h, and names that few programs use. Wide strings, and what
 * a character is, are in libc.c. */
#include "runtime.h"

#include "wide_stream.c"
#include "wide_memory.c"
#include "wide_format.c"
#include "wide_scan.c"
#include "wide_numbers.c"
#include "wide_date.c"
#include "wide_locale.c"
#include "wide_fortify.c"
#include "uchar.c"
