/* wcsftime: the format goes through strftime as bytes, in which a character beyond ASCII is a sequence of UTF-8 whatever the locale, and comes back. */
#include "wide_stream.h"

struct tm;
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm);

enum { LONGEST_SEQUENCE = 7 };

/* The bits of a character, six in each byte behind the first, which says how many bytes there are. */
static size_t to_sequence(char *to, wide_int c) {
    if (c < 0x80) {
        *to = (char)c;
        return 1;
    }
    for (int i = LONGEST_SEQUENCE - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 63));
    to[0] = (char)0xfe;
    return LONGEST_SEQUENCE;
}

static size_t from_sequence(wchar_t *to, const char *s) {
    wide_int c = 0;
    if ((unsigned char)*s < 0x80) {
        *to = *s;
        return 1;
    }
    for (int i = 1; i < LONGEST_SEQUENCE; i++)
        c = c << 6 | ((unsigned char)s[i] & 63);
    *to = (wchar_t)c;
    return LONGEST_SEQUENCE;
}

static char *format_in_bytes(const wchar_t *format) {
    char *bytes = __braid_alloc(wcslen(format) * LONGEST_SEQUENCE + 1, 16, 0), *to = bytes;
    for (; *format; format++)
        to += to_sequence(to, (wide_int)*format);
    *to = 0;
    return bytes;
}

API size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict tm) {
    char *bytes = format_in_bytes(format), *text = __braid_alloc(size * LONGEST_SEQUENCE + 1, 16, 0);
    size_t length = strftime(text, size * LONGEST_SEQUENCE + 1, bytes, tm), n = 0, at = 0;
    while (at < length && n < size)
        at += from_sequence(&to[n++], text + at);
    __braid_free(bytes);
    __braid_free(text);
    if (n == size) {
        errno = E_RANGE;
        return 0;
    }
    to[n] = 0;
    return n;
}

API size_t wcsftime_l(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict tm, void *locale) {
    return wcsftime(to, size, format, tm);
}

API size_t __wcsftime_l(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict tm, void *locale) {
    return wcsftime(to, size, format, tm);
}
