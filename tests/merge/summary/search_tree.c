// A binary search tree of allocated nodes: pointers to joined links, nodes freed on some paths.
// run: --merge=summary
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/summary/search_tree.c"
