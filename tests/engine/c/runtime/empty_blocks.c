// A block without bytes may lie anywhere, also behind a null pointer.
// paths: 2 -- n == 0, n == 1 (faults)
// try: 0 1
#include <klee/klee.h>
#include <stddef.h>
#include <string.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 1);
    char *volatile nothing = NULL;
    char byte = 'x';
    memcpy(nothing, &byte, n); //~ bug: null-deref
    memset(nothing, 0, n);
    return memcmp(nothing, &byte, n);
}
