// A percent-decoder that writes as it reads: the positions of reading and writing differ from path to path.
// run: --merge=qce-static
// verdict: proved
#define N 4
#include "../../../tools/bench/programs/parsers/percent.c"
