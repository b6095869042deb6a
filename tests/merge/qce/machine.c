// A stack machine: digits are pushed, operators take two; its depth and its faults are counted.
// run: --merge=qce-static
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/parsers/machine.c"
