// A matcher that goes back.
// run: --merge=pattern --no-pattern-cost --validate-merges=sample
// bugs: assert:19
#include <assert.h>
#include <braid.h>
static int match(const char *p, const char *s) {
    const char *star = 0, *mark = 0;
    while (*s) {
        if (*p == '*') { star = p++; mark = s; }
        else if (*p == '?' || *p == *s) { p++; s++; }
        else if (star) { p = star + 1; s = ++mark; }
        else return 0;
    }
    while (*p == '*') p++;
    return !*p;
}
int main(void) {
    char s[6]; braid_symbolic(s, 5, "s"); s[5] = 0;
    if (match("a*b?c", s)) assert(s[4] == 'c');
    return 0;
}
