// A word of which one byte was never written: the others are known.
// paths: 2 -- the byte is 5, or not
// override(O1): bugs any because the optimiser may choose the value
#include <assert.h>
#include <string.h>

int main(void) {
    volatile unsigned char buffer[4];
    buffer[0] = 1;
    buffer[1] = 2;
    buffer[3] = 4;
    unsigned word;
    memcpy(&word, (const void *)buffer, sizeof word);
    assert((word & 0xff00ffff) == 0x04000201);
    assert((word >> 16 & 0xff) != 5); //~ bug: assert
    return 0;
}
