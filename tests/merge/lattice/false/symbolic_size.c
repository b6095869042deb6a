// One element too many, in an array of unknown size.
#include <braid.h>
#include <stdlib.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n > 0 && n < 16);
    char *bytes = malloc(n);
    if (!bytes)
        return 1;
    for (unsigned i = 0; i <= n; i++)
        bytes[i] = 1;
    free(bytes);
    return 0;
}
