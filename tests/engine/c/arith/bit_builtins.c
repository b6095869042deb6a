// Counting bits by builtins and by hand.
// paths: 2 -- x is zero or not
// try: 0 1 7 255 40000
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned short x;
    klee_make_symbolic(&x, sizeof x, "x");
    int count = 0;
    for (int i = 0; i < 16; i++)
        count += x >> i & 1;
    assert(__builtin_popcount(x) == count);
    if (x == 0)
        return 0;
    int low = __builtin_ctz(x);
    assert(x >> low & 1);
    return low;
}
