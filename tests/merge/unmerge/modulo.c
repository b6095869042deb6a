// The remainder by a number of rounds is too hard to ask about all of them at once, and easy for a few.
// run: --merge=pattern --no-pattern-cost --solver-conflicts=30 --values=ite
// patterns: 1 -- another byte after 0 to 7 times 'a'; the terminator stays alone
// paths: 9 -- i = 0 to 8
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[9];
    unsigned char x;
    braid_symbolic(s, 8, "s");
    braid_symbolic(&x, sizeof x, "x");
    s[8] = 0;
    unsigned i = 0;
    while (s[i] == 'a') {
        i++;
    }
    assert(x % (i + 2) < i + 2);
    return 0;
}
