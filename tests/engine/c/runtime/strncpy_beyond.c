// strncpy writes as many bytes as it is told, also behind the end of a short text.
// paths: 2 -- n <= 4, or more (faults)
// override(O1): bugs none because the optimiser removes what is written and freed unread
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *to = malloc(4);
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 3 | n == 5);
    strncpy(to, "a", n); //~ bug: out-of-bounds
    free(to);
    return 0;
}
