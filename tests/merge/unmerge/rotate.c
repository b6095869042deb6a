// A rotation by a number of rounds is undone. With one number of rounds left, its value is put in, and nothing is left to ask.
// run: --merge=pattern --no-pattern-cost --solver-conflicts=10 --validate-merges=sample --values=ite
// patterns: 1 -- another byte after 0 to 7 times 'a'; the terminator stays alone
// paths: 9 -- i = 0 to 8
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[9];
    unsigned short x;
    braid_symbolic(s, 8, "s");
    braid_symbolic(&x, sizeof x, "x");
    s[8] = 0;
    unsigned i = 0;
    while (s[i] == 'a') {
        i++;
    }
    unsigned short rotated = (unsigned short)(x << i | x >> (16 - i));
    assert((unsigned short)(rotated >> i | rotated << (16 - i)) == x);
    return 0;
}
