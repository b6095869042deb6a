// Inline assembly that is understood: byte swaps, rotations, copies, barriers, and values that are hidden from the optimiser.
// paths: 2 -- whether the hidden value is 5
// try: 0 1 5 0x11223344 0xffffffff
// try n: 0 1 7 31 32 63
// override(m32): skip because registers of 64 bits are named
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static uint32_t swap32(uint32_t x) {
    asm("bswap %0" : "=r"(x) : "0"(x));
    return x;
}
static uint64_t swap64(uint64_t x) {
    asm("bswapq %0" : "+r"(x));
    return x;
}
static uint16_t swap16(uint16_t x) {
    asm("rorw $8, %w0" : "=r"(x) : "0"(x) : "cc");
    return x;
}
static uint32_t rotate_left(uint32_t x, unsigned char n) {
    asm("roll %1, %0" : "+r"(x) : "cI"(n) : "cc");
    return x;
}
static uint64_t rotate_right(uint64_t x, int n) {
    asm("rorq %%cl, %0" : "+r"(x) : "c"((unsigned char)n));
    return x;
}
static uint32_t copy(uint32_t x) {
    uint32_t y;
    asm("movl %1, %0" : "=r"(y) : "r"(x));
    return y;
}

int main(void) {
    uint32_t x;
    unsigned n;
    int kept = 3;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 64);
    uint64_t wide = (uint64_t)x << 32 | ~x;
    asm volatile("" : "+r"(x));
    asm volatile("mfence" ::: "memory");
    asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    asm volatile("pause");
    asm volatile("" : "+m"(kept), "+r"(n));
    assert(kept == 3);
    assert(swap32(x) == __builtin_bswap32(x));
    assert(swap64(wide) == __builtin_bswap64(wide));
    assert(swap16((uint16_t)x) == __builtin_bswap16((uint16_t)x));
    assert(rotate_left(x, (unsigned char)n) == (x << (n & 31) | x >> (-n & 31)));
    assert(rotate_right(wide, (int)n) == (wide >> n | wide << (-n & 63)));
    assert(copy(x) == x);
    if (x == 5) {
        return 1; //~ reached
    }
    return 0;
}
