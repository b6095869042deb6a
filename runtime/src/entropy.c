/* Random bytes of the system: one fixed sequence, which native runs have, too. That there are others is told. */
#include "runtime.h"

enum { ENTROPY_MOST = 256, RANDOM_FLAGS = 7, TOP_BYTE = 56 };

static uint64_t entropy = 1;

/* A linear congruential generator (Knuth's MMIX), of which the highest byte is taken. */
static unsigned char next_byte(void) {
    entropy = entropy * 6364136223846793005u + 1442695040888963407u;
    return (unsigned char)(entropy >> TOP_BYTE);
}

API void arc4random_buf(void *to, size_t size) {
    __braid_incomplete("random bytes of the system are one sequence: others are left out");
    for (size_t at = 0; at < size; at++)
        ((unsigned char *)to)[at] = next_byte();
}

API uint32_t arc4random(void) {
    uint32_t word;
    arc4random_buf(&word, sizeof word);
    return word;
}

API uint32_t arc4random_uniform(uint32_t bound) {
    return bound ? arc4random() % bound : 0;
}

API ptrdiff_t getrandom(void *to, size_t size, unsigned flags) {
    if (flags & ~(unsigned)RANDOM_FLAGS) {
        errno = E_INVAL;
        return -1;
    }
    arc4random_buf(to, size);
    return (ptrdiff_t)size;
}

API int getentropy(void *to, size_t size) {
    if (size > ENTROPY_MOST) {
        errno = E_IO;
        return -1;
    }
    arc4random_buf(to, size);
    return 0;
}
