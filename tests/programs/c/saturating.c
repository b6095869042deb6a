// Idioms that optimisers turn into saturating, funnel-shift, minimum, maximum and absolute-value intrinsics.
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint8_t add8(uint8_t a, uint8_t b) { unsigned s = a + b; return s > 255 ? 255 : (uint8_t)s; }
__attribute__((noinline)) static uint32_t sub32(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }
__attribute__((noinline)) static int32_t smin(int32_t a, int32_t b) { return a < b ? a : b; }
__attribute__((noinline)) static uint64_t umax(uint64_t a, uint64_t b) { return a > b ? a : b; }
__attribute__((noinline)) static int64_t absolute(int64_t x) { return x < 0 ? -x : x; }
__attribute__((noinline)) static uint64_t funnel(uint64_t a, uint64_t b, unsigned n) { return n & 63 ? a << (n & 63) | b >> (64 - (n & 63)) : a; }
__attribute__((noinline)) static int32_t average(int32_t a, int32_t b) { return (int32_t)(((int64_t)a + b) / 2); }
__attribute__((noinline)) static int is_power(uint32_t x) { return x && !(x & (x - 1)); }
__attribute__((noinline)) static int popcount(uint64_t x) { int n = 0; for (; x; x &= x - 1) n++; return n; }

int main(void) {
    uint64_t hash = 7;
    for (int i = -20; i < 20; i++) {
        hash = hash * 1000003 + add8((uint8_t)(i * 11), (uint8_t)(i * 7)) + sub32((uint32_t)i, 5);
        hash ^= (uint64_t)smin(i, 3) + umax((uint64_t)i, 9) + (uint64_t)absolute(i * 1000000000l) + funnel(hash, ~hash, (unsigned)i);
        hash += (uint64_t)average(i * 100000000, -7) + (uint64_t)is_power((uint32_t)i) + (uint64_t)popcount(hash);
        if (i % 8 == 0) printf("%lx\n", (unsigned long)hash);
    }
    return (int)(hash % 100);
}
