// A round of the loop has two ways that meet again: in whichever order states are chosen, the one that is behind goes first, or
// there would be 2^10 of them (forking, which the run is compared with, has them all).
// run: --merge=pattern --search=dfs
// bugs: out-of-bounds:14
#include <braid.h>

int main(void) {
    char line[11], ruler[10] = { 0 };
    braid_symbolic(line, sizeof line, "line");
    braid_assume(line[10] == 0);
    int n = 0;
    while (line[n] == ' ' || line[n] == '\t')
        n++;
    ruler[n] = '^';
    return ruler[0];
}
