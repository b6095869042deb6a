// Bits of a word that were never written do not spread to the fields beside them.
// paths: 1 -- nothing depends on the other bits
#include <assert.h>

struct bits {
    unsigned a : 3;
    unsigned b : 7;
    unsigned c : 5;
};

int main(void) {
    struct bits s;
    s.a = 5;
    s.c = 17;
    struct bits t = s;
    assert(t.a == 5 && t.c == 17);
    t.b = 3;
    assert(t.a == 5 && t.b == 3 && t.c == 17);
    return 0;
}
