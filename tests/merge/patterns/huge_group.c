// More states than a group may have go on by themselves, whether they fit a pattern or not; that they do is counted.
// run: --merge=pattern --no-pattern-cost --merge-group=4
// patterns: 0 -- both groups are too large
// refused: 2 -- eight that end with another byte than 'a', and eight ways through the second loop
// states: 16 -- i = 1 to 8, and eight ways through the second loop where i = 0
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[9];
    braid_symbolic(s, 8, "s");
    s[8] = 0;
    unsigned i = 0;
    while (s[i] == 'a') {
        i++;
    }
    assert(s[i] != 'a');
    unsigned char t[3];
    braid_symbolic(t, 3, "t");
    unsigned hash = 1;
    for (unsigned j = 0; i == 0 && j < 3; j++) {
        hash = t[j] > 10 * j * j ? hash * 31 + j : hash * 17 + 3;
    }
    assert(hash != 0);
    return 0;
}
