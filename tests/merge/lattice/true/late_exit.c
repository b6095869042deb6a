// A loop without a condition is left from its middle.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned i = 0, n = (unsigned)braid_int("n");
    for (;;) {
        if (i >= n)
            break;
        i++;
    }
    assert(i == n);
    return 0;
}
