// An inner loop lets a byte wrap, in an outer iteration that is far away.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    unsigned char total = 0;
    braid_assume(n < 100);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < 3; j++)
            total++;
    assert(total <= 200);
    return 0;
}
