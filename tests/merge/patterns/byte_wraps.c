// A byte that wraps around in every round.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:13
#include <assert.h>
#include <braid.h>
int main(void) {
    unsigned char s[6], step; braid_symbolic(s, 6, "s"); braid_symbolic(&step, 1, "step");
    unsigned char at = 250; unsigned i = 0;
    while (i < 6 && s[i] == at) { at += 3; i++; }
    if (i == 3) assert(at == 3);
    if (i == 2) assert(at == 0);
    if (i == 5) assert(s[4] == 6);
    if (i == 4) assert(step != at);
    return 0;
}
