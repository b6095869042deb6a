// An assertion over a product: 12 * 12 and other squares that wrap around to 144.
// paths: 3 -- x > 1000; else x * x == 144 (faults) or not
// try: 0 11 12 1001
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 1000)
        return 0;
    assert(x * x != 144); //~ bug: assert
    return 1;
}
