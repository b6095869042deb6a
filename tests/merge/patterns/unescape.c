// What is read is written in place, behind.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:15
#include <assert.h>
#include <braid.h>
int main(void) {
    char s[8]; braid_symbolic(s, 7, "s"); s[7] = 0;
    unsigned r = 0, w = 0;
    while (s[r]) {
        if (s[r] == '\\' && s[r + 1]) r++;
        s[w++] = s[r++];
    }
    s[w] = 0;
    assert(w <= r);
    if (w == 3 && r == 6) assert(s[0] != 'n');
    return 0;
}
