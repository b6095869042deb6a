// The sign is too little to know: the join is undone, and nothing is reported that is not there.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_range(0, 100, "x"), y;
    if (x > 50)
        y = 7;
    else
        y = 9;
    BRAID_MERGE_POINT(sign);
    assert(y < 10);
    return 0;
}
