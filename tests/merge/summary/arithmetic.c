// Terms that are built, simplified and evaluated: pointers to functions in joined structures.
// run: --merge=summary
// verdict: proved
#define N 2
#include "../../../tools/bench/programs/summary/arithmetic.c"
