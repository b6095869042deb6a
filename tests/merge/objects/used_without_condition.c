// An object that one of two joined states has freed: whoever uses it afterwards uses it after free there, and only there.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: use-after-free:20
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    int *p = malloc(sizeof *p);
    *p = 5;
    klee_open_merge();
    if (x > 7) {
        *p = 6;
        free(p);
    }
    klee_close_merge();
    if (x != 3)
        *p += 1;
    return x > 7 ? 0 : *p == 7;
}
