/* The module of what few programs use: trees, tables and vectors, old numbers and dates, lists of the system. */
#include "runtime.h"

#include "tree_search.c"
#include "hash_search.c"
#include "vectors.c"
