// Bit tricks: count leading and trailing zeros, population count, parity, byte swap, rotate, reverse.
#include <stdint.h>
#include <stdio.h>

static uint32_t next_power(uint32_t x) { return x <= 1 ? 1 : 1u << (32 - __builtin_clz(x - 1)); }
static int log2_floor(uint64_t x) { return 63 - __builtin_clzl(x); }

int main(void) {
    uint64_t x = 0x00f0123456789abcull;
    for (int i = 0; i < 8; i++) {
        uint32_t low = (uint32_t)x;
        printf("%d %d %d %d %d %d ", __builtin_clzll(x), __builtin_ctzll(x), __builtin_popcountll(x), __builtin_popcount(low),
               __builtin_parity(low), __builtin_ffs((int)low));
        printf("%x %lx %x ", __builtin_bswap32(low), (unsigned long)__builtin_bswap64(x), __builtin_bswap16((uint16_t)x));
        printf("%x %lx %x %x %lx\n", __builtin_rotateleft32(low, 7), (unsigned long)__builtin_rotateright64(x, 13),
               __builtin_bitreverse32(low), __builtin_bitreverse8((uint8_t)low), (unsigned long)__builtin_bitreverse64(x));
        x = x >> 5 ^ x << 3 ^ 0x1234567;
    }
    printf("%u %u %d %d %d\n", next_power(1000), next_power(1024), log2_floor(1), log2_floor(1ull << 40), __builtin_clrsb(-5));
    printf("%d %d\n", __builtin_abs(-77), (int)__builtin_labs(-77777l));
    return 0;
}
