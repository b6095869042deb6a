// Division of 128 bits by a constant, with sign.
// paths: 2 -- the quotient is negative or not
// try: -100 -7 0 100
// override(m32): skip because there is no __int128
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    long x;
    klee_make_symbolic(&x, sizeof x, "x");
    __int128 wide = (__int128)x << 4;
    __int128 quotient = wide / 16;
    assert(quotient == x);
    if (quotient < 0)
        return 1;
    return 0;
}
