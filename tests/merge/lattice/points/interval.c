// Of a value that differs its bounds are kept.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_range(0, 100, "x"), y, table[40] = {0};
    if (x > 50)
        y = 7;
    else if (x > 30)
        y = 39;
    else
        y = x;
    BRAID_MERGE_POINT(interval);
    return table[y];
}
