// Random number generators: xorshift, linear congruence with 128-bit product, a permuted one; a shuffle.
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 88172645463325252ull;

static uint64_t xorshift(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint32_t pcg(void) {
    static uint64_t s = 42;
    uint64_t old = s;
    s = old * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), r = (uint32_t)(old >> 59);
    return x >> r | x << (-r & 31);
}

static uint64_t wide(void) {
    static unsigned __int128 s = 1;
    s *= (unsigned __int128)0x2360ed051fc65da4 << 64 | 0x4385df649fccf645;
    return (uint64_t)(s >> 64);
}

int main(void) {
    for (int i = 0; i < 5; i++) printf("%lx %x %lx\n", (unsigned long)xorshift(), pcg(), (unsigned long)wide());
    int cards[20];
    for (int i = 0; i < 20; i++) cards[i] = i;
    for (int i = 19; i; i--) {
        int j = (int)(xorshift() % (unsigned)(i + 1)), t = cards[i];
        cards[i] = cards[j], cards[j] = t;
    }
    for (int i = 0; i < 20; i++) printf("%d ", cards[i]);
    puts("");
    return 0;
}
