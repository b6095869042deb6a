// A product that must be 1: only odd numbers have an inverse.
// paths: 2 -- x * y == 1 or not
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if ((unsigned char)(x * y) == 1) {
        assert((x & 1) && (y & 1));
        return 1; //~ reached
    }
    return 0;
}
