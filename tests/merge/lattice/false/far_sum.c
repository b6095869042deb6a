// The sum is wrong for one large number of iterations only.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n"), i = 0, sum = 0;
    braid_assume(n < 100000);
    while (i < n) {
        i++;
        sum += 3;
    }
    assert(sum != 3000);
    return 0;
}
