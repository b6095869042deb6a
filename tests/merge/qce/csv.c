// A CSV scanner: quotes, doubled quotes, separators, ends of lines; counts fields, rows and quoted bytes.
// run: --merge=qce-static
// verdict: proved
#define N 4
#include "../../../tools/bench/programs/parsers/csv.c"
