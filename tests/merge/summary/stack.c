// A stack of allocated cells: objects that exist in some of the joined states only.
// run: --merge=summary
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/summary/stack.c"
