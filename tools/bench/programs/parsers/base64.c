// Decodes base64 without padding; the first byte that is none of its digits ends it.
#include "marks.h"
#ifndef N
#define N 5
#endif

static int digit(unsigned char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

int main(void) {
    unsigned char s[N], out[N];
    unsigned bits = 0, have = 0, length = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        int value = digit(s[i]);
        if (value < 0) {
            CLOSE();
            break;
        }
        bits = bits << 6 | (unsigned)value;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[length++] = (unsigned char)(bits >> have);
        }
        CLOSE();
    }
    assert(length <= N);
    return length ? out[0] & 1 : 2;
}
