// A counter that goes up to an unknown bound ends there.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0;
    braid_assume(n >= 0);
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
