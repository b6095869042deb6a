/* Between bytes and the characters of UTF-32, UTF-16 and UTF-8: uchar.h. A character that is several units goes through the state: half of a pair of
 * UTF-16, or bytes of UTF-8 that are still to be given or that have begun. */
#include "conversion.h"

/* A unit that waits is marked above what mbrtowc knows of a character. */
enum { WAITING = 1 << 30, NOT_COMPLETE = -2, NO_SUCH_CHARACTER = -1, FROM_BEFORE = -3 };

static size_t not_a_character(void) {
    errno = E_ILSEQ;
    return (size_t)NO_SUCH_CHARACTER;
}

API size_t mbrtoc32(uint32_t *restrict to, const char *restrict s, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    return mbrtowc((wchar_t *)to, s, n, state ? state : &own);
}

API size_t c32rtomb(char *restrict to, uint32_t c, struct conversion *restrict state) {
    return wcrtomb(to, (wchar_t)c, state);
}

API size_t mbrtoc16(uint16_t *restrict to, const char *restrict s, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    uint32_t c = 0;
    state = state ? state : &own;
    if (state->missing & WAITING) {
        if (to)
            *to = (uint16_t)state->bits;
        *state = (struct conversion){0, 0};
        return (size_t)FROM_BEFORE;
    }
    if (!s)
        return mbrtoc16(0, "", 1, state);
    size_t length = mbrtoc32(&c, s, n, state);
    if (length >= (size_t)NOT_COMPLETE)
        return length;
    if (c >= 0x10000) {
        *state = (struct conversion){WAITING, 0xdc00 + (c & 0x3ff)};
        c = 0xd7c0 + (c >> 10);
    }
    if (to)
        *to = (uint16_t)c;
    return length;
}

API size_t c16rtomb(char *restrict to, uint16_t c, struct conversion *restrict state) {
    static struct conversion own;
    state = state ? state : &own;
    if (!to) {
        *state = (struct conversion){0, 0};
        return 1;
    }
    if (state->missing & WAITING) {
        uint32_t high = state->bits;
        if (c < 0xdc00 || c > 0xdfff)
            return not_a_character();
        *state = (struct conversion){0, 0};
        return c32rtomb(to, ((high - 0xd7c0) << 10) + (c & 0x3ff), state);
    }
    if (c >= 0xd800 && c <= 0xdbff) {
        *state = (struct conversion){WAITING, c};
        return 0;
    }
    return c32rtomb(to, c, state);
}

/* The bytes of UTF-8 that a character has behind its first, the next one lowest; returns the first. */
static unsigned split_utf8(uint32_t c, unsigned *rest, int *count) {
    *count = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *rest = 0;
    for (int i = 0; i < *count; i++)
        *rest |= (0x80 | (c >> 6 * (*count - 1 - i) & 63)) << 8 * i;
    return *count == 0 ? c : (0xff00 >> (*count + 1) & 0xff) | c >> 6 * *count;
}

API size_t mbrtoc8(unsigned char *restrict to, const char *restrict s, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    uint32_t c = 0;
    unsigned rest;
    int count;
    state = state ? state : &own;
    if (state->missing & WAITING) {
        if (to)
            *to = (unsigned char)state->bits;
        count = (state->missing & 3) - 1;
        *state = (struct conversion){count ? WAITING | count : 0, count ? state->bits >> 8 : 0};
        return (size_t)FROM_BEFORE;
    }
    if (!s)
        return mbrtoc8(0, "", 1, state);
    size_t length = mbrtoc32(&c, s, n, state);
    if (length >= (size_t)NOT_COMPLETE)
        return length;
    /* As glibc, which passes over what is beyond Unicode. */
    if (c > 0x10ffff)
        return length;
    unsigned first = split_utf8(c, &rest, &count);
    if (count)
        *state = (struct conversion){WAITING | count, rest};
    if (to)
        *to = (unsigned char)first;
    return length;
}

/* Bytes that have begun: `missing` tells how many more there are, `bits` those of the character so far. The second byte may be one of some only. */
API size_t c8rtomb(char *restrict to, unsigned char c, struct conversion *restrict state) {
    static struct conversion own;
    state = state ? state : &own;
    if (!to) {
        *state = (struct conversion){0, 0};
        return 1;
    }
    if (!(state->missing & WAITING)) {
        if (c < 0x80)
            return c32rtomb(to, c, state);
        if (c < 0xc2 || c > 0xf4)
            return not_a_character();
        int count = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        *state = (struct conversion){WAITING | count | count << 4, c & (0x3fu >> count)};
        return 0;
    }
    int left = state->missing & 3, all = state->missing >> 4 & 3;
    uint32_t bits = state->bits << 6 | (c & 63);
    int improper = left == all && ((all == 2 && (bits < 0x20 || (bits >= 0x360 && bits < 0x380))) || (all == 3 && (bits < 0x10 || bits >= 0x110)));
    if ((c & 0xc0) != 0x80 || improper)
        return not_a_character();
    *state = left > 1 ? (struct conversion){WAITING | (left - 1) | all << 4, bits} : (struct conversion){0, 0};
    return left > 1 ? 0 : c32rtomb(to, bits, state);
}
