// A line is cut in place at its first end of line: the store goes through a joined pointer, and every byte is as it must be.
// run: --merge=qce-static --qce-alpha=inf
// verdict: proved
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    char s[6], t[6];
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 6; i++)
        t[i] = s[i];
    s[5] = t[5] = 0;
    char *p = s;
    while (*p && *p != '\n')
        p++;
    char old = *p;
    *p = 0;
    int n = 0;
    while (s[n])
        n++;
    assert(n == p - s && (old == '\n' || old == 0));
    for (int i = 0; i < 6; i++)
        assert(i == n ? s[i] == 0 : s[i] == t[i]);
    return 0;
}
