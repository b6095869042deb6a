/* iconv: from one character set to another, by way of numbers of Unicode. Sets are rows of a table; others have a row in what was not explored. */
#include "runtime.h"

enum { E_TOO_BIG = 7, LAST_CHARACTER = 0x10ffff, SET_NAME = 20 };
/* Characters that tell a language; sets that do not have them lose them, as in glibc. */
enum { TAGS = 0xe0000 };
/* What a decoder returns of bytes that are no character, and of too few of them. */
enum { BAD_BYTES = -1, FEW_BYTES = -2 };

int strcasecmp(const char *a, const char *b);

static int is_surrogate(uint32_t c) {
    return c >= 0xd800 && c <= 0xdfff;
}

/* A decoder reads one character of at most `n` bytes, at least one; it returns how many it has. An encoder writes one into four bytes; it returns how many it
 * needs, or 0 if the set does not have it. */
typedef int decoder(const unsigned char *s, size_t n, uint32_t *c);
typedef int encoder(uint32_t c, unsigned char *to);

static int from_ascii(const unsigned char *s, size_t n, uint32_t *c) {
    *c = s[0];
    return s[0] < 0x80 ? 1 : BAD_BYTES;
}

static int to_ascii(uint32_t c, unsigned char *to) {
    to[0] = (unsigned char)c;
    return c < 0x80;
}

static int from_latin(const unsigned char *s, size_t n, uint32_t *c) {
    *c = s[0];
    return 1;
}

static int to_latin(uint32_t c, unsigned char *to) {
    to[0] = (unsigned char)c;
    return c < 0x100;
}

/* Five and six bytes are no character, but that is told only when they are complete. */
static int from_utf8(const unsigned char *s, size_t n, uint32_t *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000, LAST_CHARACTER + 1, LAST_CHARACTER + 1};
    int length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf8 ? 4 : s[0] < 0xfc ? 5 : s[0] < 0xfe ? 6 : 0;
    if (length == 0)
        return BAD_BYTES;
    uint32_t bits = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (int at = 1; at < length; at++) {
        if ((size_t)at == n)
            return FEW_BYTES;
        if ((s[at] & 0xc0) != 0x80)
            return BAD_BYTES;
        bits = bits << 6 | (s[at] & 63);
    }
    *c = bits;
    return bits < least[length] || bits > LAST_CHARACTER || is_surrogate(bits) ? BAD_BYTES : length;
}

static int to_utf8(uint32_t c, unsigned char *to) {
    if (c < 0x80) {
        to[0] = (unsigned char)c;
        return 1;
    }
    int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int at = length - 1; at > 0; at--, c >>= 6)
        to[at] = (unsigned char)(0x80 | (c & 63));
    to[0] = (unsigned char)((0xf00u >> length & 0xff) | c);
    return length;
}

static uint32_t pair_at(const unsigned char *s, int is_big) {
    return is_big ? (uint32_t)s[0] << 8 | s[1] : (uint32_t)s[1] << 8 | s[0];
}

static void put_pair(uint32_t c, unsigned char *to, int is_big) {
    to[is_big] = (unsigned char)c;
    to[!is_big] = (unsigned char)(c >> 8);
}

static int from_utf16(const unsigned char *s, size_t n, uint32_t *c, int is_big) {
    if (n < 2)
        return FEW_BYTES;
    *c = pair_at(s, is_big);
    if (!is_surrogate(*c))
        return 2;
    if (*c >= 0xdc00)
        return BAD_BYTES;
    if (n < 4)
        return FEW_BYTES;
    uint32_t low = pair_at(s + 2, is_big);
    *c = 0x10000 + ((*c - 0xd800) << 10 | (low - 0xdc00));
    return low >= 0xdc00 && low <= 0xdfff ? 4 : BAD_BYTES;
}

static int to_utf16(uint32_t c, unsigned char *to, int is_big) {
    if (c < 0x10000) {
        put_pair(c, to, is_big);
        return 2;
    }
    put_pair(0xd800 + ((c - 0x10000) >> 10), to, is_big);
    put_pair(0xdc00 + ((c - 0x10000) & 0x3ff), to + 2, is_big);
    return 4;
}

static int from_utf32(const unsigned char *s, size_t n, uint32_t *c, int is_big) {
    if (n < 4)
        return FEW_BYTES;
    *c = is_big ? pair_at(s, 1) << 16 | pair_at(s + 2, 1) : pair_at(s + 2, 0) << 16 | pair_at(s, 0);
    return *c > LAST_CHARACTER || is_surrogate(*c) ? BAD_BYTES : 4;
}

static int to_utf32(uint32_t c, unsigned char *to, int is_big) {
    put_pair(c >> 16, to + (is_big ? 0 : 2), is_big);
    put_pair(c & 0xffff, to + (is_big ? 2 : 0), is_big);
    return 4;
}

#define IN_ORDER(name, order, is_big)                                                                                 \
    static int from_##name##order(const unsigned char *s, size_t n, uint32_t *c) { return from_##name(s, n, c, is_big); } \
    static int to_##name##order(uint32_t c, unsigned char *to) { return to_##name(c, to, is_big); }
IN_ORDER(utf16, le, 0)
IN_ORDER(utf16, be, 1)
IN_ORDER(utf32, le, 0)
IN_ORDER(utf32, be, 1)

static const struct set {
    char name[SET_NAME];
    decoder *decode;
    encoder *encode;
} sets[] = {
    {"UTF-8", from_utf8, to_utf8},
    {"UTF8", from_utf8, to_utf8},
    {"ASCII", from_ascii, to_ascii},
    {"US-ASCII", from_ascii, to_ascii},
    {"ANSI_X3.4-1968", from_ascii, to_ascii},
    {"ISO-8859-1", from_latin, to_latin},
    {"ISO8859-1", from_latin, to_latin},
    {"ISO_8859-1", from_latin, to_latin},
    {"LATIN1", from_latin, to_latin},
    {"UTF-16LE", from_utf16le, to_utf16le},
    {"UTF-16BE", from_utf16be, to_utf16be},
    {"UTF-32LE", from_utf32le, to_utf32le},
    {"UTF-32BE", from_utf32be, to_utf32be},
};

/* The set of a name; the empty one is that of the locale, which is C here. */
static const struct set *set_of(const char *name) {
    if (!*name)
        name = "ASCII";
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (strcasecmp(sets[i].name, name) == 0)
            return &sets[i];
    __braid_unsupported("iconv_open of another set than ASCII, Latin 1, UTF-8, UTF-16 and UTF-32 with an order of bytes");
}

struct converter {
    const struct set *from, *to;
};

API struct converter *iconv_open(const char *to, const char *from) {
    const struct set *target = set_of(to), *source = set_of(from);
    struct converter *converter = malloc(sizeof *converter);
    if (!converter)
        return (struct converter *)-1;
    *converter = (struct converter){source, target};
    return converter;
}

API int iconv_close(struct converter *converter) {
    free(converter);
    return 0;
}

static size_t convert_error(int code) {
    errno = code;
    return (size_t)-1;
}

API size_t iconv(struct converter *converter, char **restrict from, size_t *restrict left, char **restrict to, size_t *restrict room) {
    while (from && *from && *left) {
        uint32_t c;
        unsigned char bytes[4];
        int taken = converter->from->decode((const unsigned char *)*from, *left, &c);
        if (taken < 0)
            return convert_error(taken == FEW_BYTES ? E_INVAL : E_ILSEQ);
        /* Without any room, glibc does not look whether the set has the character. */
        int made = *room ? converter->to->encode(c, bytes) : 1;
        if (made == 0 && c >> 7 != TAGS >> 7)
            return convert_error(E_ILSEQ);
        if ((size_t)made > *room)
            return convert_error(E_TOO_BIG);
        memcpy(*to, bytes, (size_t)made);
        *from += taken, *left -= (size_t)taken;
        *to += made, *room -= (size_t)made;
    }
    return 0;
}
