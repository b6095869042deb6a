// A union seen as a word and as bytes.
// paths: 2 -- the high byte is 0x80 or more, or not
// try: 0 255 4294967295 2147483648
#include <assert.h>
#include <klee/klee.h>

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    union word w;
    klee_make_symbolic(&w.whole, sizeof w.whole, "w");
    assert((w.whole & 0xff) == w.bytes[0]);
    if (w.bytes[3] & 0x80) {
        assert(w.whole >> 31 == 1);
        return 1;
    }
    return 0;
}
