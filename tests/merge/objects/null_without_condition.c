// An object that one of two joined states has made: in the other the pointer is null, and using it there is a fault.
// run: --merge=region
// groups: 2 -- x > 7 or not
// verdict: bug
// bugs: null-deref:17
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    int *p = NULL;
    klee_open_merge();
    if (x > 7)
        p = malloc(sizeof *p);
    klee_close_merge();
    if (x > 5)
        *p = 1;
    free(p);
    return 0;
}
