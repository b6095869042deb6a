// Counts words, lines and blanks, as wc does.
// run: --merge=qce-static
// verdict: proved
#define N 4
#include "../../../tools/bench/programs/parsers/words.c"
