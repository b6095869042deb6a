// What a round tests repeats itself inside: "aab" has a square.
// run: --merge=pattern --no-pattern-cost
// groups: 1 3 3 3 -- the end, alone; each of the three tests fails after 0, 1, 2 iterations
// patterns: 3 -- one for each test of a byte
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char s[9];
    braid_symbolic(s, 9, "s");
    unsigned i = 0;
    while (i < 9 && s[i] == 'a' && s[i + 1] == 'a' && s[i + 2] == 'b') {
        i += 3;
    }
    assert(i % 3 == 0 && i <= 9);
    assert(i < 3 || s[i - 1] == 'b');
    assert(i == 9 || s[i] != 'a' || s[i + 1] != 'a' || s[i + 2] != 'b');
    return 0;
}
