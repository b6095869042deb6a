// Two numbers of rounds, of which the hard question concerns the second; a bug beside it stays.
// run: --merge=pattern --no-pattern-cost --solver-conflicts=10 --values=ite
// paths: 29 -- 25 pairs of numbers; where the second is 4, the four with a first of 0 to 3 may fail and may not, and are counted for both
// bugs: assert:26
#include <assert.h>
#include <braid.h>

static unsigned run_of(const char *s, char byte) {
    unsigned i = 0;
    while (s[i] == byte) {
        i++;
    }
    return i;
}

int main(void) {
    char s[5], t[5];
    unsigned char x;
    braid_symbolic(s, 4, "s");
    braid_symbolic(t, 4, "t");
    braid_symbolic(&x, sizeof x, "x");
    s[4] = t[4] = 0;
    unsigned first = run_of(s, 'a'), second = run_of(t, 'b');
    unsigned rest = x % (second + 5);
    assert(rest < second + 5);
    assert(first + second != 7);
    return 0;
}
