// A table made at run time, byte-wise folding: CRC-32 and Adler-32.
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[n] = c;
    }
}

static uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    while (*s) c = table[(c ^ (uint8_t)*s++) & 255] ^ c >> 8;
    return ~c;
}

static uint32_t adler(const char *s) {
    uint32_t a = 1, b = 0;
    for (; *s; s++) a = (a + (uint8_t)*s) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

int main(void) {
    make_table();
    const char *texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++) printf("%08x %08x\n", crc(texts[i]), adler(texts[i]));
    return 0;
}
