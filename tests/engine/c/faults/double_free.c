// Frees a block twice on one side of a condition.
// paths: 2 -- x == 77 (faults), x != 77
// try: 77 78
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *volatile p = malloc(1);
    free(p);
    if (x == 77)
        free(p); //~ bug: double-free
    return 0;
}
