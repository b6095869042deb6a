// Listing 1: the distance of two positive numbers is not negative.
#include "join.h"

int main(void) {
    int x = braid_int("x"), y = braid_int("y");
    braid_assume((x > 0) & (y > 0));
    if (y < x) {
        int tmp = x;
        x = y;
        y = tmp;
    }
    JOIN(x >= 0, x <= y);
    assert(y - x >= 0);
    return 0;
}
