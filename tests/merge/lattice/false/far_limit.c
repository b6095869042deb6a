// A limit that is one too high.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0;
    braid_assume(n >= 0 && n <= 300);
    while (i < n)
        i++;
    assert(i < 300);
    return 0;
}
