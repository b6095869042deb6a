// Quick sort by a comparison that is passed as a pointer: calls of joined pointers to functions.
// run: --merge=summary
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/summary/quick_sort.c"
