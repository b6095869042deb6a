// A test that does not change from round to round is hoisted out of the quantifier.
// run: --merge=pattern --no-pattern-cost
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[6];
    int flag = braid_int("flag");
    braid_symbolic(s, 6, "s");
    unsigned i = 0;
    int stopped = 0;
    while (i < 6 && s[i] == 'x') {
        if (flag) {
            stopped = 1;
            break;
        }
        i++;
    }
    assert(!stopped || (flag && i == 0));
    return 0;
}
