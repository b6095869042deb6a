#include <braid.h>
#include <stdlib.h>
int main(void) {
    int x = braid_int("x"), y = 1;
    if (x > 0)
        y = 2;
    BRAID_MERGE_POINT(predicates, atoi("1") < y);
    return y;
}
