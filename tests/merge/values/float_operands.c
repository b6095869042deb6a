// A joined number with unknown parts is the operand of an operation: no one value is chosen for the sources of the join.
// run: --merge=region
// groups: 2 -- one for each side
// verdict: bug
// bugs: assert:18
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char s[2];
    klee_make_symbolic(s, sizeof s, "s");
    double x = s[1];
    klee_open_merge();
    if (s[0] > 9)
        x = s[0];
    klee_close_merge();
    // 100.5 is half of 201.
    assert(x * 0.5 != 100.5);
    return 0;
}
