// Listing 3: counting one number down and the other up gives the absolute value of the sum. The paper bounds x by 5; -DUNBOUNDED does not.
#include "join.h"

#ifdef UNBOUNDED
#define MOST 1000000000
#else
#define MOST 5
#endif

int main(void) {
    int x = braid_int("x"), y = braid_int("y");
    braid_assume((x >= 0) & (x <= MOST) & (y >= 0) & (y < 1000000000));
    int sum = x + y, result;
    while (x > 0) {
        y++;
        x--;
    }
    JOIN(y == sum);
    if (y < 0)
        result = -y;
    else
        result = y;
    assert(result == sum);
    return 0;
}
