// malloc gives any bytes: they can be other than zero, and stay what they are.
// paths: 2 -- the word is zero, or not (error)
// override(O1): bugs any because the optimiser may choose the value
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    int a = *p, b = *p;
    if (a != b)
        return 1; //~ dead
    assert(a == 0); //~ bug: assert
    return 0;
}
