// A list of numbers, as sleep reads its arguments: each is parsed, checked and added.
// run: --merge=qce-static
// verdict: proved
#define N 2
#include "../../../tools/bench/programs/parsers/numbers.c"
