// Ten alternatives in each round; what ends the loop repeats one test longer than there are rounds.
// run: --merge=pattern --no-pattern-cost
// groups: 1 3
// patterns: 1
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
