// Objects of unknown size that only some joined states have: the size is the program's, and one byte more is a fault.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: out-of-bounds:20
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(1, 6, "n"), x = klee_range(0, 10, "x");
    char *p = NULL;
    klee_open_merge();
    if (x > 7)
        p = malloc(n);
    klee_close_merge();
    if (p == NULL)
        return 1;
    p[n - 1] = 1;
    if (n == 5)
        p[x - 4] = 1;
    free(p);
    return 0;
}
