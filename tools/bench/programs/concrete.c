/* Work without any symbolic input: the checksum of 256 KiB by table, and a recursion. */
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];
static uint8_t data[256 * 1024];

static void make_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc32(const uint8_t *bytes, uint32_t count) {
    uint32_t crc = ~0u;
    for (uint32_t i = 0; i < count; i++)
        crc = table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
    return ~crc;
}

static unsigned fib(unsigned n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    for (uint32_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 + 3);
    make_table();
    printf("%x %u\n", crc32(data, sizeof data), fib(20));
    return 0;
}
