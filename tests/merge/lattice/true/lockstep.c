// Two counters that go together are equal at the end.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n"), i = 0, j = 0;
    while (i < n) {
        i++;
        j++;
    }
    assert(i == j);
    return 0;
}
