/* The module of what few programs use: trees, tables and vectors, old numbers and dates, lists of the system. */
#include "runtime.h"

#include "tree_search.c"
#include "hash_search.c"
#include "vectors.c"
#include "old_numbers.c"
#include "random_state.c"
#include "names_of_codes.c"
#include "odds.c"
#include "strptime.c"
#include "old_time.c"
#include "of_locale.c"
