// Of a value that differs its sign is kept.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_range(-100, 100, "x"), y;
    if (x > 50)
        y = 7;
    else if (x > 0)
        y = x;
    else
        y = 1;
    BRAID_MERGE_POINT(sign);
    assert(y > 0);
    return 0;
}
