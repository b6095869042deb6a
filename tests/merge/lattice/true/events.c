// Each event is counted as one of two kinds.
#include <assert.h>
#include <braid.h>

int main(void) {
    unsigned events = 0, left = 0, right = 0;
    while (braid_int("more")) {
        braid_assume(events < 1000000);
        events++;
        if (braid_int("kind"))
            left++;
        else
            right++;
    }
    assert(left + right == events);
    return 0;
}
