// Listing 2: an absolute value is not negative.
#include <limits.h>

#include "join.h"

int main(void) {
    int num = braid_int("num"), result;
    braid_assume(num > INT_MIN);
    if (num < 0)
        result = -num;
    else
        result = num;
    JOIN(result >= 0);
    assert(result >= 0);
    return 0;
}
