// Frees a global variable.
// paths: 2 -- x < 0 (faults), x >= 0
// try: -1 0 1
#include <klee/klee.h>
#include <stdlib.h>

static char fallback[4];

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *volatile p = x < 0 ? fallback : malloc(4);
    free(p); //~ bug: invalid-free
    return 0;
}
