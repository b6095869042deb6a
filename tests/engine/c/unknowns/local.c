// A local variable that was never written holds any value, and two reads of it agree.
// paths: 2 -- x is zero, or not (error)
// override(O1): bugs any because the optimiser may choose the value
#include <assert.h>

int main(void) {
    int x;
    if (x != x)
        return 1; //~ dead
    assert(x == 0); //~ bug: assert
    return 0;
}
