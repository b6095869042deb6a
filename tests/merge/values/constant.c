// A joined pointer leads to a buffer or to a constant: it may be read through, and written through in one case alone.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: readonly-write:18
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    static const char fixed[] = "fixed";
    char own[] = "owned", *p = own;
    int x = klee_int("x");
    klee_open_merge();
    if (x > 7)
        p = (char *)fixed;
    klee_close_merge();
    assert(p[4] == 'd' && p[0] == (x > 7 ? 'f' : 'o'));
    p[0] = 'q';
    return own[0];
}
