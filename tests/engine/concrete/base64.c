// Base 64, forth and back, and what is no base 64.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const unsigned char *data, size_t n) {
    char *out = malloc((n + 2) / 3 * 4 + 1), *end = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned word = (unsigned)data[i] << 16;
        if (i + 1 < n)
            word |= (unsigned)data[i + 1] << 8;
        if (i + 2 < n)
            word |= data[i + 2];
        *end++ = alphabet[word >> 18 & 63];
        *end++ = alphabet[word >> 12 & 63];
        *end++ = i + 1 < n ? alphabet[word >> 6 & 63] : '=';
        *end++ = i + 2 < n ? alphabet[word & 63] : '=';
    }
    *end = 0;
    return out;
}

static int decode(const char *text, unsigned char *out) {
    int size = 0;
    size_t n = strlen(text);
    if (n % 4)
        return -1;
    for (size_t i = 0; i < n; i += 4) {
        unsigned word = 0;
        int padding = 0;
        for (int k = 0; k < 4; k++) {
            char c = text[i + k];
            const char *at = c == '=' ? NULL : strchr(alphabet, c);
            if (c == '=' && i + 4 == n && k >= 2)
                padding++;
            else if (!at || padding)
                return -1;
            word = word << 6 | (at ? (unsigned)(at - alphabet) : 0);
        }
        out[size++] = (unsigned char)(word >> 16);
        if (padding < 2)
            out[size++] = (unsigned char)(word >> 8);
        if (padding < 1)
            out[size++] = (unsigned char)word;
    }
    return size;
}

int main(void) {
    unsigned char data[64], back[80];
    for (int i = 0; i < 64; i++)
        data[i] = (unsigned char)(i * 37 + 11);
    for (size_t n = 0; n < 20; n++) {
        char *text = encode(data, n);
        int size = decode(text, back);
        printf("%2u %-28s %s\n", (unsigned)n, text, size == (int)n && memcmp(back, data, n) == 0 ? "ok" : "wrong");
        free(text);
    }
    static const char *bad[] = {"A", "AB=C", "A===", "AB*D", "====", "QUJD", "QUI="};
    for (int i = 0; i < 7; i++)
        printf("%s %d\n", bad[i], decode(bad[i], back));
    return 0;
}
