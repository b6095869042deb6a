// Folding of HTTP headers: name, colon, value, end of line; a line that begins with a blank goes on.
// run: --merge=qce-static
// verdict: proved
#define N 4
#include "../../../tools/bench/programs/parsers/header.c"
