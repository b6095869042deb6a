// Conversions between widths, with and without sign.
// paths: 3 -- c negative; c >= 0 and above 100, or not
// try: -128 -1 0 100 101 127
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    signed char c;
    klee_make_symbolic(&c, sizeof c, "c");
    short s = c;
    unsigned u = (unsigned)c;
    long l = c;
    assert(s == l && (unsigned char)u == (unsigned char)c);
    if (c < 0) {
        assert(u > 0x7fffffffu && l < 0);
        return 1;
    }
    if (u > 100)
        return 2;
    return 0;
}
