// A loop in a loop: the inner counter starts anew each time.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), i = 0;
    braid_assume(n >= 0 && n < 10000);
    while (i < n) {
        int j = 0;
        while (j < i)
            j++;
        assert(j == i);
        i++;
    }
    assert(i == n);
    return 0;
}
