// An array that moves what is looked up one place ahead: joined contents, read and written at joined places.
// run: --merge=summary
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/summary/array_index.c"
