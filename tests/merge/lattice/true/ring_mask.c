// A position that is masked stays inside of the buffer.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned char ring[8] = {0};
    unsigned at = 0;
    while (braid_int("more"))
        at = (at + (unsigned)braid_int("step")) & 7;
    ring[at] = 1;
    assert(at < 8);
    return 0;
}
