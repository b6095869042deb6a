// UTF-8 decoding with validation: nested conditions on bytes, masks, negative results.
#include <stdint.h>
#include <stdio.h>

static int decode(const unsigned char *s, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int n = s[0] < 0x80 ? 1 : (s[0] & 0xe0) == 0xc0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : (s[0] & 0xf8) == 0xf0 ? 4 : 0;
    if (!n) return -1;
    uint32_t c = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) return -2;
        c = c << 6 | (s[i] & 0x3f);
    }
    if (c < least[n]) return -3;
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return -4;
    *code = c;
    return n;
}

int main(void) {
    const char *samples[] = {"A", "\u00e9", "\u20ac", "\U0001f600", "\x80", "\xc3(", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80"};
    for (int i = 0; i < 9; i++) {
        uint32_t code = 0;
        int n = decode((const unsigned char *)samples[i], &code);
        printf("%d U+%04X\n", n, code);
    }
    return 0;
}
