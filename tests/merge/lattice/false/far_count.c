// The counter reaches the value after a thousand iterations.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0;
    braid_assume(n >= 0);
    while (i < n)
        i++;
    assert(i != 1000);
    return 0;
}
