// A lock is taken and given back in turn.
#include <assert.h>
#include <braid.h>

int main(void) {
    int held = 0;
    while (braid_int("more")) {
        assert(held == 0);
        held = 1;
        if (braid_int("work"))
            held = 1;
        assert(held == 1);
        held = 0;
    }
    assert(held == 0);
    return 0;
}
