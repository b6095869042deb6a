// Pointers into objects that only some of the joined states have, compared with null, with each other and with themselves.
// run: --merge=region --check=leak
// groups: 3 -- x > 7, x < 0, and what is between
// verdict: bug
// bugs: assert:31
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    char *p = NULL, *q = NULL, *r = NULL;
    klee_open_merge();
    if (x > 7) {
        p = malloc(4);
        r = p;
    } else if (x < 0) {
        q = malloc(4);
        r = q;
    }
    klee_close_merge();
    assert((p != NULL) == (x > 7));
    assert((q != NULL) == (x < 0));
    assert((r == NULL) == (x >= 0 && x <= 7));
    assert(p != q || x >= 0);
    assert(r == p || r == q);
    if (r != NULL)
        r[3] = 1;
    free(p);
    free(q);
    assert((p == r) == (x > 7));
    return 0;
}
