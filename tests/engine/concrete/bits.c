// Bit tricks against their plain versions.
#include <stdint.h>
#include <stdio.h>

static int plain_count(uint64_t x) {
    int n = 0;
    for (; x; x >>= 1)
        n += (int)(x & 1);
    return n;
}

static int folded_count(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static uint32_t plain_reverse(uint32_t x) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (x >> i & 1) << (31 - i);
    return r;
}

static uint32_t folded_reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static uint32_t gray(uint32_t x) { return x ^ x >> 1; }
static uint32_t ungray(uint32_t x) {
    for (int shift = 1; shift < 32; shift *= 2)
        x ^= x >> shift;
    return x;
}

static uint32_t interleave(uint16_t a, uint16_t b) {
    uint32_t r = 0;
    for (int i = 0; i < 16; i++)
        r |= (uint32_t)(a >> i & 1) << 2 * i | (uint32_t)(b >> i & 1) << (2 * i + 1);
    return r;
}

static uint32_t root(uint32_t x) {
    uint32_t r = 0;
    for (uint32_t bit = 1u << 30; bit; bit >>= 2) {
        if (x >= r + bit) {
            x -= r + bit;
            r = (r >> 1) + bit;
        } else
            r >>= 1;
    }
    return r;
}

int main(void) {
    uint64_t state = 88172645463325252u;
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint32_t x = (uint32_t)state;
        wrong += plain_count(state) != folded_count(state) || plain_count(state) != __builtin_popcountll(state);
        wrong += plain_reverse(x) != folded_reverse(x);
        wrong += ungray(gray(x)) != x;
        wrong += (uint64_t)root(x) * root(x) > x || (uint64_t)(root(x) + 1) * (root(x) + 1) <= x;
        wrong += x && (x >> (31 - __builtin_clz(x))) != 1;
        if (i % 60 == 0)
            printf("%016lx %2d %08x %08x %u\n", (unsigned long)state, folded_count(state), folded_reverse(x), interleave((uint16_t)x, (uint16_t)(x >> 16)), root(x));
    }
    int32_t negative = -12345;
    printf("%d %d %u %d\n", negative >> 3, negative / 8, (uint32_t)negative >> 28, (int8_t)(negative & 0xff));
    printf("wrong %d\n", wrong);
    return wrong;
}
