// A sum that saturates never exceeds its limit, whatever is added.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned sum = 0;
    while (braid_int("more")) {
        unsigned add = (unsigned)braid_int("add");
        braid_assume(add <= 100);
        sum = sum + add > 1000 ? 1000 : sum + add;
    }
    assert(sum <= 1000);
    return 0;
}
