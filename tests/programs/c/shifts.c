// Shifts left, logical and arithmetic right, rotations, at several widths and variable amounts.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned n) { return n % 32 ? x << n % 32 | x >> (32 - n % 32) : x; }
static uint64_t rotr64(uint64_t x, unsigned n) { return (x >> (n & 63)) | (x << (-n & 63)); }
static uint8_t rotl8(uint8_t x, unsigned n) { return (uint8_t)(x << (n & 7) | x >> (8 - (n & 7))); }

int main(void) {
    uint32_t u = 0x80c00031;
    int32_t s = -123456789;
    int64_t l = -1234567890123456789;
    for (unsigned n = 0; n < 32; n += 5)
        printf("%u: %x %x %d %lx %ld %x %lx %x\n", n, u << n, u >> n, s >> n, (uint64_t)l << n, l >> n, rotl32(u, n),
               rotr64(0x0123456789abcdef, n * 2), rotl8(0xb1, n));
    int16_t h = -5;
    printf("%d %d\n", h >> 1, (uint16_t)h >> 1);
    return 0;
}
