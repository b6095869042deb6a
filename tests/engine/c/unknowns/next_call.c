// The variable of the next call at the same address holds other values than that of the last.
// paths: 2 -- equal, or not (error)
// override(O1): bugs any because the optimiser may choose the values
#include <assert.h>

__attribute__((noinline)) static int leftover(void) {
    volatile int x;
    return x;
}

int main(void) {
    int s[2];
    for (int i = 0; i < 2; i++)
        s[i] = leftover();
    assert(s[0] == s[1]); //~ bug: assert
    return 0;
}
