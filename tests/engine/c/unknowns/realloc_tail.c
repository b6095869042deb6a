// The bytes that realloc adds are any; those that were there stay.
// paths: 2 -- the new byte is 9 (error), or not
// override(O1): bugs any because the optimiser may choose the value
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile unsigned char *p = malloc(2);
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    p = realloc((void *)p, 4);
    if (!p)
        return 0;
    assert(p[0] == 1 && p[1] == 2);
    assert(p[3] != 9); //~ bug: assert
    return 0;
}
