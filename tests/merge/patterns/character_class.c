// Ten alternatives in each round; what ends the loop repeats one test longer than there are rounds.
// run: --merge=pattern --no-pattern-cost
// groups: 1 3 -- the terminator, alone; a byte of another class after 0 to 2 others
// patterns: 1 -- that of the other class
// verdict: proved
#include <assert.h>
#include <braid.h>

int main(void) {
    char s[4];
    braid_symbolic(s, 3, "s");
    s[3] = 0;
    const char *p = s;
    while (*p == '-' || *p == '.' || *p == '!' || *p == '%' || *p == '*' || *p == '_' || *p == '+' || *p == '`' || *p == '\'' || *p == '~') {
        p++;
    }
    assert(*p != '-' && *p != '~' && *p != '+');
    return 0;
}
