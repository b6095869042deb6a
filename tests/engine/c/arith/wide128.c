// Products of 128 bits.
// paths: 2 -- the high half is zero or not
// try: 0 1 4294967296 18446744073709551615
// override(m32): skip because there is no __int128
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned long a, b = 1UL << 33;
    klee_make_symbolic(&a, sizeof a, "a");
    unsigned __int128 product = (unsigned __int128)a * b;
    assert((unsigned long)product == a * b);
    if (product >> 64)
        return 1;
    return 0;
}
