// Grown on one way alone: behind the join it has two sizes, and the larger one's bytes are out of bounds on the other way.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: out-of-bounds:21
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    char *p = malloc(4);
    p[0] = 1;
    klee_open_merge();
    if (x > 7) {
        p = realloc(p, 16);
        p[15] = 2;
    }
    klee_close_merge();
    if (x > 7 && (p[0] != 1 || p[15] != 2))
        klee_report_error(__FILE__, __LINE__, "realloc has lost a byte", "lost.err");
    p[8] = 1;
    free(p);
    return 0;
}
