// Listing 4: what is found divides both numbers. The paper has a contract for the loop; here the numbers are small.
#include "join.h"

int main(void) {
    int a = braid_range(-6, 7, "a"), b = braid_range(-6, 7, "b");
    int a0 = a, b0 = b, big, small;
    braid_assume((a != 0) & (b != 0));
    if (a < 0)
        a = -a;
    JOIN(a >= 0, (a == a0) | (a == -a0));
    if (b < 0)
        b = -b;
    JOIN(b >= 0, (b == b0) | (b == -b0));
    if (a > b) {
        big = a;
        small = b;
    } else {
        big = b;
        small = a;
    }
    while (small != 0) {
        int rest = big % small;
        big = small;
        small = rest;
    }
    assert((a0 % big == 0) & (b0 % big == 0));
    return 0;
}
