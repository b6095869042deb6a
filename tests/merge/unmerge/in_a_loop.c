// States are split inside a loop that is itself joined: what they become is joined again where they leave it.
// run: --merge=pattern --no-pattern-cost --solver-conflicts=10 --validate-merges=sample --values=ite
// paths: 55 -- 5 numbers of iterations; 5 breaks in the first row; 25 pairs, each with a break or not in the second
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[4][5];
    unsigned char x;
    braid_symbolic(s, sizeof s, "s");
    braid_symbolic(&x, sizeof x, "x");
    unsigned total = 0;
    for (unsigned row = 0; row < 2; row++) {
        unsigned i = 0;
        while (i < 4 && s[row][i] == 'a') {
            i++;
        }
        if (s[row][4] == 'x') {
            break;
        }
        unsigned rest = x % (i + 5);
        assert(rest < i + 5);
        total += i;
    }
    assert(total <= 8);
    return 0;
}
