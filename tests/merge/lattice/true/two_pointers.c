// Two indices that meet in the middle never leave the array.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n");
    braid_assume(n >= 1 && n <= 1000000);
    int low = 0, high = n - 1;
    while (low < high) {
        assert(low >= 0 && high < n);
        low++;
        high--;
    }
    assert(low <= high + 2);
    return 0;
}
