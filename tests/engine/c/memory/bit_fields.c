// Bit fields, signed and unsigned, across bytes.
// paths: 3 -- f.small is -1, is another negative, or is not negative
#include <assert.h>
#include <klee/klee.h>

struct fields {
    int small : 3;
    unsigned wide : 11;
    unsigned flag : 1;
};

int main(void) {
    unsigned char x;
    struct fields f = {0, 0, 0};
    klee_make_symbolic(&x, sizeof x, "x");
    f.small = x;
    f.wide = x << 3;
    f.flag = x;
    assert(f.wide == (unsigned)(x << 3) && f.flag == (x & 1));
    if (f.small == -1)
        return 1;
    if (f.small < 0)
        return 2;
    return 0;
}
