// Wide stores at symbolic places that overlap older ones by a part.
// paths: 1 -- asserts hold, no branch is open
// try: 0 1 2 3 4
#include <klee/klee.h>
#include <string.h>

int main(void) {
    unsigned char b[8];
    unsigned i = klee_range(0, 5, "i");
    memset(b, 0x11, sizeof b);
    unsigned word = 0xaabbccdd;
    memcpy(b + i, &word, 4);
    unsigned sum = 0;
    for (int k = 0; k < 8; k++)
        sum += b[k];
    return sum == 0x11 * 4 + 0xaa + 0xbb + 0xcc + 0xdd;
}
