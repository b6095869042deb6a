// An object that only one of two joined states has, used and freed where it exists: nothing is wrong.
// run: --merge=region --check=leak
// groups: 2 -- x > 7 or not
// states: 2 -- the joined one, parted by x > 7
// verdict: proved
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    int *p = NULL;
    klee_open_merge();
    if (x > 7) {
        p = malloc(sizeof *p);
        *p = x;
    }
    klee_close_merge();
    if (x > 7) {
        if (*p != x)
            klee_report_error(__FILE__, __LINE__, "the object has lost its value", "value.err");
        free(p);
    }
    return 0;
}
