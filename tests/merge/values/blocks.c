// Structures are assigned, passed by value and cleared through joined pointers, without a split.
// run: --merge=region
// groups: 3 -- one for each structure
// states: 2 -- the region as one, and the right side of the first &&
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

struct pair {
    int left, right;
    char name[5];
};

static int sum(struct pair p) { return p.left + p.right + p.name[4]; }

int main(void) {
    struct pair a = {1, 2, "aaaa"}, b = {3, 4, "bbbb"}, c = {5, 6, "cccc"}, out, *p = &a;
    unsigned k = klee_range(0, 3, "k");
    klee_open_merge();
    if (k == 1)
        p = &b;
    else if (k == 2)
        p = &c;
    klee_close_merge();
    out = *p;
    int expected = k == 0 ? 3 : k == 1 ? 7 : 11;
    assert(out.left + out.right == expected && out.name[3] == 'a' + (int)k);
    assert(sum(*p) == expected);
    memset(p, 0, sizeof *p);
    assert(a.left == (k == 0 ? 0 : 1) && b.name[0] == (k == 1 ? 0 : 'b') && c.right == (k == 2 ? 0 : 6));
    out.left = 9;
    *p = out;
    assert(c.left == (k == 2 ? 9 : 5) && c.name[2] == 'c');
    return 0;
}
