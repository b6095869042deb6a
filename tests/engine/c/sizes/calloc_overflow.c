// A product that overflows gives nothing; others give that many zeros.
// flags: --capacity=16
// verdict: inconclusive
// incomplete: capacity
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    size_t count, at;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_make_symbolic(&at, sizeof at, "at");
    unsigned char *p = calloc(count, 4);
    if (count > (size_t)-1 / 4) {
        assert(p == NULL);
        return 1; //~ reached
    }
    if (p == NULL)
        return 2; //~ reached
    if (at < 4 * count)
        assert(p[at] == 0);
    free(p);
    return 0; //~ reached
}
