// The positions of a ring buffer stay inside of it.
#include <assert.h>
#include <braid.h>

int main(void) {
    int ring[16] = {0};
    unsigned head = 0;
    while (braid_int("more")) {
        ring[head] = 1;
        head = head + 1 == 16 ? 0 : head + 1;
        assert(head < 16);
    }
    assert(head < 16);
    return 0;
}
