// Of three places one is null, one was freed and one is fine.
// run: --merge=region
// groups: 3 -- negative, zero, positive
// verdict: bug
// bugs: null-deref:23 use-after-free:23
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x = klee_int("x");
    int *good = malloc(sizeof(int)), *gone = malloc(sizeof(int)), *p = good;
    if (!good || !gone)
        return 1;
    *good = 1;
    *gone = 2;
    free(gone);
    klee_open_merge();
    if (x < 0)
        p = gone;
    else if (x == 0)
        p = NULL;
    klee_close_merge();
    int result = *p;
    free(good);
    return result;
}
