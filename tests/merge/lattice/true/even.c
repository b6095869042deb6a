// A counter that goes by two stays even.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n"), i = 0;
    braid_assume(n < 1000000);
    while (i < n)
        i += 2;
    assert(i % 2 == 0);
    return 0;
}
