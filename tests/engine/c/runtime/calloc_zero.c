// calloc clears, also for symbolic places.
// paths: 1 -- the assertion holds
// try: 0 3 7
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned i = klee_range(0, 8, "i");
    unsigned char *p = calloc(4, 2);
    assert(p[i] == 0);
    free(p);
    return 0;
}
