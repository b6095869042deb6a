// A pointer that is null or an object, given to realloc: the bytes of the object where there is one, a new object where not.
// run: --merge=region --check=leak
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: out-of-bounds:25
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    char *p = NULL;
    klee_open_merge();
    if (x > 7) {
        p = malloc(4);
        p[3] = 42;
    }
    klee_close_merge();
    p = realloc(p, 8);
    if (p == NULL)
        return 2;
    if (x > 7 && p[3] != 42)
        klee_report_error(__FILE__, __LINE__, "realloc has lost a byte", "lost.err");
    p[7] = 1;
    if (x == 20)
        p[8] = 1;
    free(p);
    return 0;
}
