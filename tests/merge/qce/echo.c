// The simplified echo of Kuznetsov 2012, figure 1, over N arguments of at most L bytes.
// run: --merge=qce-static
// verdict: proved
#define N 2
#include "../../../tools/bench/programs/parsers/echo.c"
