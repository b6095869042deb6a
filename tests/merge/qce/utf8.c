// UTF-8 validation with the ranges of the first continuation byte.
// run: --merge=qce-static
// verdict: proved
#define N 4
#include "../../../tools/bench/programs/parsers/utf8.c"
