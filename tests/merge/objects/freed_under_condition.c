// Freed on one way inside the region and on the other behind it: once each, and nothing is lost.
// run: --merge=region --check=leak
// groups: 2 -- x > 7 or not
// verdict: proved
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
    if (x <= 7)
        free(p);
    return 0;
}
