// One of the places that a joined pointer leads to is behind the buffer: a fault for those inputs, and for no others.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: out-of-bounds:17
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    char s[4] = "abc", *p = s;
    klee_open_merge();
    if (x > 7)
        p = s + 4;
    klee_close_merge();
    if (x != 9)
        *p = 'z';
    assert(s[0] == (x == 9 ? 'a' : 'z'));
    return s[0];
}
