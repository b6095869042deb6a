// Some numbers of rounds cannot be: the third and the fourth byte are known to go on.
// run: --merge=pattern --no-pattern-cost
// groups: 1 6 -- the end, alone; another byte after 0, 1, 2, 5, 6, 7 times 'x'
// patterns: 1 -- that of the other byte
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char s[8];
    braid_symbolic(s, 8, "s");
    braid_assume(s[3] == 'x');
    braid_assume(s[4] == 'x');
    unsigned i = 0;
    while (i < 8 && s[i] == 'x') {
        i++;
    }
    assert(i != 3 && i != 4);
    assert(i == 8 || s[i] != 'x');
    if (i > 2) {
        assert(s[2] == 'x');
    }
    return 0;
}
