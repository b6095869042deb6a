/* Numbers in text that few programs need: strtod for a locale, drand48 and its kin, a64l. */
#include "runtime.h"

double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);
long strtol(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);

/* Each function for an explicit locale: numbers look the same in all. */
#define OF_LOCALE(type, name)                                                                                         \
    API type name##_l(const char *restrict s, char **restrict end, void *locale) { return name(s, end); }
#define OF_LOCALE_BASE(type, name)                                                                                    \
    API type name##_l(const char *restrict s, char **restrict end, int base, void *locale) { return name(s, end, base); }

OF_LOCALE(double, strtod)
OF_LOCALE(float, strtof)
OF_LOCALE(long double, strtold)
OF_LOCALE_BASE(long, strtol)
OF_LOCALE_BASE(unsigned long, strtoul)
OF_LOCALE_BASE(long long, strtoll)
OF_LOCALE_BASE(unsigned long long, strtoull)

/* A linear congruential generator over 48 bits. */
static const uint64_t usual_multiplier = 0x5deece66d, mask_48 = ((uint64_t)1 << 48) - 1;
enum { INCREMENT = 11, SEED_LOW = 0x330e };
static uint64_t state_48, multiplier = 0x5deece66d, increment = INCREMENT;

static uint64_t step_48(uint64_t state) {
    return (state * multiplier + increment) & mask_48;
}

static uint64_t state_of(const unsigned short *words) {
    return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static void put_state(unsigned short *words, uint64_t state) {
    for (int i = 0; i < 3; i++)
        words[i] = (unsigned short)(state >> 16 * i);
}

static double real_of(uint64_t state) {
    return (double)state / (double)((uint64_t)1 << 48);
}

static void use_usual(void) {
    multiplier = usual_multiplier;
    increment = INCREMENT;
}

API void srand48(long seed) {
    use_usual();
    state_48 = ((uint64_t)(uint32_t)seed << 16) + SEED_LOW;
}

API unsigned short *seed48(unsigned short *words) {
    static unsigned short before[3];
    put_state(before, state_48);
    use_usual();
    state_48 = state_of(words);
    return before;
}

API void lcong48(unsigned short *words) {
    state_48 = state_of(words);
    multiplier = state_of(words + 3);
    increment = words[6];
}

API double drand48(void) {
    return real_of(state_48 = step_48(state_48));
}

API double erand48(unsigned short *words) {
    uint64_t state = step_48(state_of(words));
    put_state(words, state);
    return real_of(state);
}

API long lrand48(void) {
    return (long)((state_48 = step_48(state_48)) >> 17);
}

API long nrand48(unsigned short *words) {
    uint64_t state = step_48(state_of(words));
    put_state(words, state);
    return (long)(state >> 17);
}

API long mrand48(void) {
    return (int32_t)((state_48 = step_48(state_48)) >> 16);
}

API long jrand48(unsigned short *words) {
    uint64_t state = step_48(state_of(words));
    put_state(words, state);
    return (int32_t)(state >> 16);
}

static const char digits_64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

API long a64l(const char *s) {
    unsigned long n = 0;
    const char *at;
    for (int i = 0; i < 6 && s[i] && (at = strchr(digits_64, s[i])); i++)
        n |= (unsigned long)(at - digits_64) << 6 * i;
    return (long)n;
}

API char *l64a(long n) {
    static char text[7];
    uint32_t left = (uint32_t)n;
    int i = 0;
    for (; left; left >>= 6)
        text[i++] = digits_64[left & 63];
    text[i] = 0;
    return text;
}

API int ffs(int n) {
    for (int i = 0; i < 32; i++)
        if ((unsigned)n >> i & 1)
            return i + 1;
    return 0;
}

API int ffsll(long long n) {
    for (int i = 0; i < 64; i++)
        if ((unsigned long long)n >> i & 1)
            return i + 1;
    return 0;
}

API int ffsl(long n) {
    return ffsll((long long)(unsigned long)n);
}
