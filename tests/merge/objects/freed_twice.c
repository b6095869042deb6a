// Freed on one way inside the region, and behind it on a way that overlaps: twice for some inputs.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: double-free:18
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    char *p = malloc(4);
    p[0] = 1;
    klee_open_merge();
    if (x > 7)
        free(p);
    klee_close_merge();
    if (x > 5 && x < 10)
        free(p);
    return 0;
}
