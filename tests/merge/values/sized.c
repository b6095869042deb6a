// Places in an object of symbolic size: one of them lies behind its capacity, where no input leads.
// run: --merge=region --sizes=lazy --capacity=8
// groups: 3 -- one for each place
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(1, 9, "n"), k = klee_range(0, 3, "k");
    char *s = calloc(n, 1), *p;
    if (!s)
        return 0;
    klee_open_merge();
    if (k == 0)
        p = s;
    else if (k == 1)
        p = s + 3;
    else
        p = s + 11;
    klee_close_merge();
    if (k == 0 || (k == 1 && n > 3)) {
        *p = 7;
        assert(s[0] == (k == 0 ? 7 : 0));
        if (n > 3)
            assert(s[3] == (k == 1 ? 7 : 0));
    }
    free(s);
    return 0;
}
