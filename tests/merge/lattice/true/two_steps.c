// One counter goes twice as fast as the other.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0, j = 0;
    braid_assume(n >= 0 && n < 1000000);
    while (i < n) {
        i++;
        j += 2;
    }
    assert(j == 2 * n);
    return 0;
}
