// An environment variable that nobody set.
// paths: 1 -- it is never there
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *volatile value = getenv("BRAID_NO_SUCH_VARIABLE");
    return value ? 1 : 0;
}
