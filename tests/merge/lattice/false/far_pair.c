// Two counters differ after one of them starts ahead.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned n = (unsigned)braid_int("n"), i = 0, j = 1;
    while (i < n) {
        i++;
        j++;
    }
    assert(j != 778);
    return 0;
}
