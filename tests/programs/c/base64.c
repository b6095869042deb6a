// Base 64 both ways, with padding and a reverse table.
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, int n, char *out) {
    for (int i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        for (int j = 0; j < 4; j++) *out++ = i + j <= n ? alphabet[v >> (18 - 6 * j) & 63] : '=';
    }
    *out = 0;
}

static int decode(const char *in, unsigned char *out) {
    signed char reverse[128];
    memset(reverse, -1, sizeof reverse);
    for (int i = 0; i < 64; i++) reverse[(int)alphabet[i]] = (signed char)i;
    int n = 0;
    unsigned v = 0, bits = 0;
    for (; *in && *in != '='; in++) {
        v = v << 6 | (unsigned)reverse[(int)*in];
        if ((bits += 6) >= 8) out[n++] = (unsigned char)(v >> (bits -= 8));
    }
    return n;
}

int main(void) {
    const char *texts[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\xff\x80~?>"};
    for (int i = 0; i < 8; i++) {
        char coded[32];
        unsigned char back[32];
        int n = (int)strlen(texts[i]);
        encode((const unsigned char *)texts[i], n, coded);
        printf("%s %d\n", coded, decode(coded, back) == n && memcmp(back, texts[i], (size_t)n) == 0);
    }
    return 0;
}
