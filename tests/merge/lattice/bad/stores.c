#include <braid.h>
int main(void) {
    int x = braid_int("x"), y = 1;
    if (x > 0)
        y = 2;
    BRAID_MERGE_POINT(predicates, y++ > 0);
    return y;
}
