// memcmp needs all of its bytes, also where the first ones differ.
// paths: 3 -- n == 0, 1 <= n <= 4 (the first bytes differ), n == 5 (faults)
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(4), b[8] = "abcdefg";
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 5);
    memcpy(a, "xbcd", 4);
    int order = memcmp(a, b, n); //~ bug: out-of-bounds
    free(a);
    return order > 0;
}
