// A bug behind a join that forgets is a bug: an exact run shows it.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_range(0, 100, "x"), y;
    if (x > 50)
        y = x;
    else
        y = 9;
    BRAID_MERGE_POINT(interval);
    assert(y != 77);
    return 0;
}
