// MD5 of several texts, with the sines as a table of integers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint32_t k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
    0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
    0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97,
    0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
static const uint8_t turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

static void block(uint32_t h[4], const uint8_t *data) {
    uint32_t m[16], a = h[0], b = h[1], c = h[2], d = h[3];
    for (int i = 0; i < 16; i++)
        m[i] = data[4 * i] | data[4 * i + 1] << 8 | data[4 * i + 2] << 16 | (uint32_t)data[4 * i + 3] << 24;
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), g = i; break;
        case 1: f = (d & b) | (~d & c), g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), g = 7 * i % 16; break;
        }
        f += a + k[i] + m[g];
        int r = turns[i / 16 * 4 + i % 4];
        a = d, d = c, c = b;
        b += f << r | f >> (32 - r);
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
}

static void digest(const char *text) {
    uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    size_t length = strlen(text), left = length;
    const uint8_t *data = (const uint8_t *)text;
    for (; left >= 64; left -= 64, data += 64)
        block(h, data);
    uint8_t last[128] = {0};
    memcpy(last, data, left);
    last[left] = 0x80;
    size_t end = left < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++)
        last[end - 8 + i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    block(h, last);
    if (end == 128)
        block(h, last + 64);
    for (int i = 0; i < 16; i++)
        printf("%02x", h[i / 4] >> i % 4 * 8 & 255);
    printf("  %.20s\n", text);
}

int main(void) {
    digest("");
    digest("a");
    digest("abc");
    digest("message digest");
    digest("abcdefghijklmnopqrstuvwxyz");
    digest("12345678901234567890123456789012345678901234567890123456789012345678901234567890");
    char text[130];
    for (int n = 50; n < 130; n += 13) {
        memset(text, 'x', (size_t)n);
        text[n] = 0;
        digest(text);
    }
    return 0;
}
