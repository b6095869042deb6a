/* rand and random: glibc's sequences, so that a program behaves as it does natively.
 *
 * An additive feedback generator over 31 words (x^31 + x^3 + 1), seeded by a Lehmer generator, whose first 310 numbers
 * are thrown away. */
#include "runtime.h"

enum { WORDS = 31, GAP = 3, DISCARDED = 310 };

static uint32_t words[WORDS];
static unsigned front, rear;
static int seeded;

static uint32_t next_word(void) {
    uint32_t sum = words[front] += words[rear];
    front = (front + 1) % WORDS;
    rear = (rear + 1) % WORDS;
    return sum >> 1;
}

/* Gives the next number of another state, or seeds that: where the program has set one (random_state.c). */
API int (*__braid_random_by)(unsigned seed, int32_t *result);

API void srandom(unsigned seed) {
    if (__braid_random_by) {
        __braid_random_by(seed, 0);
        return;
    }
    int32_t word = (int32_t)(seed ? seed : 1);
    words[0] = (uint32_t)word;
    for (int i = 1; i < WORDS; i++) {
        /* Schrage's way of 16807 * word % (2^31 - 1), as there also for negative words. */
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        word += 2147483647 & (word >> 31);
        words[i] = (uint32_t)word;
    }
    front = GAP;
    rear = 0;
    seeded = 1;
    for (int i = 0; i < DISCARDED; i++)
        next_word();
}

API long random(void) {
    int32_t result;
    if (__braid_random_by) {
        __braid_random_by(0, &result);
        return result;
    }
    if (!seeded)
        srandom(1);
    return next_word();
}

/* The words so far, and where the next one is taken from. */
uint32_t *__braid_random_words(unsigned *rear_at) {
    if (!seeded)
        srandom(1);
    *rear_at = rear;
    return words;
}

API void srand(unsigned seed) {
    srandom(seed);
}

API int rand(void) {
    return (int)random();
}

API int rand_r(unsigned *seed) {
    uint32_t state = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        unsigned bits = i == 0 ? 11 : 10;
        state = state * 1103515245u + 12345u;
        result = result << bits ^ ((state >> 16) & ((1u << bits) - 1));
    }
    *seed = state;
    return (int)result;
}
