/* Between bytes and wide characters: one byte each in the C locale, UTF-8 in C.UTF-8.
 *
 * A state holds what is known of a character that has begun: how many bytes are missing, how many it has, and its bits so far. */
#include "conversion.h"
#include "locale.h"

typedef unsigned wide_int;

enum { NOTHING_YET = -2, NO_CHARACTER = -1 };

static size_t no_character(void) {
    errno = E_ILSEQ;
    return (size_t)NO_CHARACTER;
}

/* How many bytes a character has that begins with this one; 0 if none does. As glibc, up to 31 bits. */
static int length_of_lead(unsigned byte) {
    if (byte < 0x80)
        return 1;
    if (byte < 0xc2 || byte > 0xfd)
        return 0;
    return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : byte < 0xfc ? 5 : 6;
}

/* No character is written longer than needed, or as half of a pair. glibc looks at that when it is complete. */
static int is_proper(unsigned bits, int length) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    return bits >= least[length] && !(bits >= 0xd800 && bits <= 0xdfff);
}

static size_t decode_utf8(wchar_t *to, const unsigned char *s, size_t n, struct conversion *state) {
    size_t i = 0;
    int missing = state->missing & 255, length = state->missing >> 8;
    unsigned bits = state->bits;
    if (missing == 0) {
        length = length_of_lead(s[0]);
        if (length == 0)
            return no_character();
        bits = length == 1 ? s[0] : s[0] & (0x7fu >> length);
        missing = length - 1;
        i = 1;
    }
    for (; missing > 0 && i < n; i++, missing--) {
        if ((s[i] & 0xc0) != 0x80)
            return no_character();
        bits = bits << 6 | (s[i] & 63);
    }
    if (missing > 0) {
        *state = (struct conversion){missing | length << 8, bits};
        return (size_t)NOTHING_YET;
    }
    if (!is_proper(bits, length))
        return no_character();
    *state = (struct conversion){0, 0};
    if (to)
        *to = (wchar_t)bits;
    return bits ? i : 0;
}

API size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    if (!s)
        return mbrtowc(0, "", 1, state);
    if (n == 0)
        return (size_t)NOTHING_YET;
    if (__braid_utf8)
        return decode_utf8(to, (const unsigned char *)s, n, state ? state : &own);
    unsigned char byte = (unsigned char)*s;
    if (byte >= 128)
        return no_character();
    if (to)
        *to = byte;
    return byte != 0;
}

API size_t mbrlen(const char *restrict s, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    return mbrtowc(0, s, n, state ? state : &own);
}

API size_t __mbrlen(const char *restrict s, size_t n, struct conversion *restrict state) {
    return mbrlen(s, n, state);
}

API int mbsinit(const struct conversion *state) {
    return !state || state->missing == 0;
}

static size_t encode_utf8(char *to, unsigned c) {
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c > 0x7fffffff || (c >= 0xd800 && c <= 0xdfff))
        return no_character();
    int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
    for (int i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 63));
    to[0] = (char)((0xff00 >> length & 0xff) | c);
    return (size_t)length;
}

API size_t wcrtomb(char *restrict to, wchar_t c, struct conversion *restrict state) {
    if (!to)
        return 1;
    if (__braid_utf8)
        return encode_utf8(to, (unsigned)c);
    /* glibc passes over the tags of languages. */
    if ((unsigned)c >> 7 == 0xe0000 >> 7)
        return 0;
    if ((unsigned)c >= 128)
        return no_character();
    *to = (char)c;
    return 1;
}

API int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n) {
    struct conversion state = {0, 0};
    if (!s)
        return 0;
    size_t length = mbrtowc(to, s, n, &state);
    if (length == (size_t)NOTHING_YET)
        errno = E_ILSEQ;
    return length >= (size_t)NOTHING_YET ? -1 : (int)length;
}

API int mblen(const char *s, size_t n) {
    return mbtowc(0, s, n);
}

API int wctomb(char *to, wchar_t c) {
    return to ? (int)wcrtomb(to, c, 0) : 0;
}

API wide_int btowc(int c) {
    return c >= 0 && c < 128 ? (wide_int)c : (wide_int)END_OF_FILE;
}

API int wctob(wide_int c) {
    return c < 128 ? (int)c : END_OF_FILE;
}

/* At most `n` characters from at most `bytes` bytes. `*from` moves only if there is a target. */
API size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, struct conversion *restrict state) {
    static struct conversion own;
    struct conversion copy = state ? *state : own, *used = to ? (state ? state : &own) : &copy;
    const char *s = *from;
    size_t count = 0;
    while ((!to || count < n) && bytes > 0) {
        wchar_t c;
        size_t length = mbrtowc(&c, s, bytes, used);
        if (length == (size_t)NO_CHARACTER) {
            if (to)
                *from = s;
            return length;
        }
        if (length == (size_t)NOTHING_YET) {
            s += bytes;
            break;
        }
        if (to)
            to[count] = c;
        if (length == 0) {
            if (to)
                *from = 0;
            return count;
        }
        s += length;
        bytes -= length;
        count++;
    }
    if (to)
        *from = s;
    return count;
}

API size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, struct conversion *restrict state) {
    return mbsnrtowcs(to, from, strlen(*from) + 1, n, state);
}

API size_t mbstowcs(wchar_t *restrict to, const char *from, size_t n) {
    struct conversion state = {0, 0};
    return mbsrtowcs(to, &from, n, &state);
}

enum { LONGEST = 6 };

API size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n, struct conversion *restrict state) {
    const wchar_t *s = *from;
    size_t count = 0;
    char bytes[LONGEST];
    for (; characters > 0 && (!to || count < n); s++, characters--) {
        size_t length = wcrtomb(bytes, *s, 0);
        if (length == (size_t)NO_CHARACTER || (to && count + length > n)) {
            if (to)
                *from = s;
            return length == (size_t)NO_CHARACTER ? length : count;
        }
        if (to)
            memcpy(to + count, bytes, length);
        if (*s == 0) {
            if (to)
                *from = 0;
            return count;
        }
        count += length;
    }
    if (to)
        *from = s;
    return count;
}

API size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, struct conversion *restrict state) {
    return wcsnrtombs(to, from, SIZE_MAX, n, state);
}

API size_t wcstombs(char *restrict to, const wchar_t *from, size_t n) {
    return wcsrtombs(to, &from, n, 0);
}

/* The fortified names. */
API size_t __mbstowcs_chk(wchar_t *restrict to, const char *restrict from, size_t n, size_t room) {
    if (n > room)
        __chk_fail();
    return mbstowcs(to, from, n);
}

API size_t __mbsrtowcs_chk(wchar_t *restrict to, const char **restrict from, size_t n, struct conversion *restrict state, size_t room) {
    if (n > room)
        __chk_fail();
    return mbsrtowcs(to, from, n, state);
}

API size_t __wcstombs_chk(char *restrict to, const wchar_t *restrict from, size_t n, size_t room) {
    if (n > room)
        __chk_fail();
    return wcstombs(to, from, n);
}

API size_t __wcrtomb_chk(char *restrict to, wchar_t c, struct conversion *restrict state, size_t room) {
    if (room < (__braid_utf8 ? 6 : 1))
        __chk_fail();
    return wcrtomb(to, c, state);
}
