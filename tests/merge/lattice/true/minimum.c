// The smallest of a stream is not above any that was seen last.
#include <assert.h>
#include <braid.h>

int main(void) {
    int smallest = 1000;
    while (braid_int("more")) {
        int next = braid_int("next");
        if (next < smallest)
            smallest = next;
        assert(smallest <= next);
    }
    assert(smallest <= 1000);
    return 0;
}
