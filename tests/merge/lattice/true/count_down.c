// A counter that goes down to 0 ends there.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n");
    while (n > 0)
        n--;
    assert(n == 0);
    return 0;
}
