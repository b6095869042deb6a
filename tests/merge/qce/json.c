// A recursive reader of JSON: values in values, numbers and names are checked; counts values and depth.
// run: --merge=qce-static
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/parsers/json.c"
