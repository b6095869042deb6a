// XTEA and RC4: known answers, and forth and back.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void xtea(uint32_t v[2], const uint32_t key[4], int decrypt) {
    uint32_t delta = 0x9e3779b9, sum = decrypt ? delta * 32 : 0;
    for (int i = 0; i < 32; i++) {
        if (decrypt) {
            v[1] -= ((v[0] << 4 ^ v[0] >> 5) + v[0]) ^ (sum + key[sum >> 11 & 3]);
            sum -= delta;
            v[0] -= ((v[1] << 4 ^ v[1] >> 5) + v[1]) ^ (sum + key[sum & 3]);
        } else {
            v[0] += ((v[1] << 4 ^ v[1] >> 5) + v[1]) ^ (sum + key[sum & 3]);
            sum += delta;
            v[1] += ((v[0] << 4 ^ v[0] >> 5) + v[0]) ^ (sum + key[sum >> 11 & 3]);
        }
    }
}

static void rc4(const char *key, unsigned char *data, size_t n) {
    unsigned char s[256];
    size_t length = strlen(key);
    for (int i = 0; i < 256; i++)
        s[i] = (unsigned char)i;
    for (int i = 0, j = 0; i < 256; i++) {
        j = (j + s[i] + (unsigned char)key[(size_t)i % length]) & 255;
        unsigned char t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    for (size_t k = 0, i = 0, j = 0; k < n; k++) {
        i = (i + 1) & 255;
        j = (j + s[i]) & 255;
        unsigned char t = s[i];
        s[i] = s[j];
        s[j] = t;
        data[k] ^= s[(s[i] + s[j]) & 255];
    }
}

static void hex(const unsigned char *data, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02X", data[i]);
    puts("");
}

int main(void) {
    uint32_t key[4] = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f}, v[2] = {0x41424344, 0x45464748};
    xtea(v, key, 0);
    printf("%08x %08x\n", v[0], v[1]);
    xtea(v, key, 1);
    printf("%08x %08x\n", v[0], v[1]);
    uint32_t chain[2] = {1, 2};
    for (int i = 0; i < 20; i++) {
        xtea(chain, key, 0);
        key[i & 3] ^= chain[1];
    }
    printf("%08x %08x\n", chain[0], chain[1]);
    static const char *const pairs[][2] = {{"Key", "Plaintext"}, {"Wiki", "pedia"}, {"Secret", "Attack at dawn"}};
    for (int i = 0; i < 3; i++) {
        unsigned char data[32];
        size_t n = strlen(pairs[i][1]);
        memcpy(data, pairs[i][1], n);
        rc4(pairs[i][0], data, n);
        hex(data, n);
        rc4(pairs[i][0], data, n);
        printf("%s\n", memcmp(data, pairs[i][1], n) == 0 ? pairs[i][1] : "broken");
    }
    return 0;
}
