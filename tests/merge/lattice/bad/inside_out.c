#include <braid.h>
int main(void) {
    int x = braid_int("x"), y = 1;
    if (x > 0)
        y = 2;
    braid_merge_point("predicates");
    braid_merge_point("ite");
    braid_predicates(0, y > 0, 0);
    return y;
}
