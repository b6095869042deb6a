// Division and remainder round towards zero.
// paths: 3 -- negative; positive; zero
// try: -9 -8 -1 0 1 9
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    signed char x;
    klee_make_symbolic(&x, sizeof x, "x");
    int q = x / 4, r = x % 4;
    assert(q * 4 + r == x);
    if (x < 0) {
        assert(r <= 0 && q <= 0);
        return 1;
    }
    if (x > 0) {
        assert(r >= 0);
        return 2;
    }
    return 0;
}
