// Leading blanks: what is left begins with something else, wherever that is.
// run: --merge=pattern --no-pattern-cost
// patterns: 1 -- that of the other byte
// groups: 1 8 -- the terminator, alone; another byte after 0 to 7 blanks
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[9];
    braid_symbolic(s, 8, "s");
    s[8] = 0;
    unsigned i = 0;
    while (s[i] == ' ') {
        i++;
    }
    assert(s[i] != ' ');
    assert(i == 0 || s[i - 1] == ' ');
    assert(i <= 8);
    return 0;
}
