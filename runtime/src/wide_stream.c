/* Streams of wide characters: the bytes of a stream on anything, one character after the other. A stream is one of bytes or of wide characters from
 * its first use on.
 *
 * When wide characters leave, glibc is generous: what has no bytes is a question mark, and some characters look like several of ASCII. The first
 * 256 of those are known here, others are refused in the C locale. */
#include "wide_stream.h"

#include "conversion.h"
#include "locale.h"

enum { LONGEST_CHARACTER_BYTES = 6, LATIN = 0x100, LAST_CHARACTER = 0x7fffffff, TAGS = 0xe0000 };

/* What stands for a character of Latin 1 in ASCII. */
static const char *in_ascii(wide_int c) {
    static const struct {
        unsigned char c;
        char text[6];
    } known[] = {{0xa0, " "}, {0xa9, "(C)"}, {0xab, "<<"}, {0xad, "-"}, {0xae, "(R)"}, {0xb5, "u"}, {0xb8, ","}, {0xbb, ">>"},
                 {0xbc, " 1/4 "}, {0xbd, " 1/2 "}, {0xbe, " 3/4 "}, {0xc6, "AE"}, {0xd7, "x"}, {0xdf, "ss"}, {0xe6, "ae"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].c == c)
            return known[i].text;
    return "?";
}

static size_t loose_text(char *to, const char *text) {
    size_t n = strlen(text);
    memcpy(to, text, n);
    return n;
}

/* The bytes of a character as it leaves; returns how many. */
static size_t encode_loose(char *to, wide_int c) {
    if (c < 128) {
        *to = (char)c;
        return 1;
    }
    if (c == (wide_int)END_OF_FILE || (!__braid_utf8 && c >> 7 == TAGS >> 7))
        return 0;
    if (c > LAST_CHARACTER || (c >= 0xd800 && c <= 0xdfff))
        return loose_text(to, "?");
    if (__braid_utf8)
        return wcrtomb(to, (wchar_t)c, 0);
    if (c >= LATIN)
        __braid_unsupported("a character beyond Latin 1 written to a stream in the C locale");
    return loose_text(to, in_ascii(c));
}

int __braid_wide_put(FILE *stream, wchar_t c) {
    char bytes[LONGEST_CHARACTER_BYTES];
    if (stream->holds_wide)
        return __braid_stream_put(stream, &c, sizeof c) == sizeof c;
    size_t n = encode_loose(bytes, (wide_int)c);
    return __braid_stream_put(stream, bytes, n) == n;
}

API int fwide(FILE *stream, int mode) {
    if (mode)
        is_oriented(stream, mode < 0 ? OF_BYTES : OF_WIDE);
    return stream->orientation;
}

API wide_int fputwc(wchar_t c, FILE *stream) {
    return is_oriented(stream, OF_WIDE) && __braid_wide_put(stream, c) ? (wide_int)c : (wide_int)END_OF_FILE;
}

API int fputws(const wchar_t *restrict s, FILE *restrict stream) {
    if (!is_oriented(stream, OF_WIDE))
        return END_OF_FILE;
    for (; *s; s++)
        if (!__braid_wide_put(stream, *s))
            return END_OF_FILE;
    return 1;
}

/* Gives back the bytes that make no character, the last one first. */
static void unread(FILE *stream, const char *bytes, size_t n) {
    while (n > 0)
        ungetc((unsigned char)bytes[--n], stream);
}

/* A character that its file cuts off is the end of that. Bytes that are none stay where they are. */
API wide_int fgetwc(FILE *stream) {
    char bytes[LONGEST_CHARACTER_BYTES];
    wchar_t c = 0;
    size_t n = 0, length;
    if (!is_oriented(stream, OF_WIDE))
        return (wide_int)END_OF_FILE;
    do {
        int byte = next_character(stream);
        /* One byte that stands for itself needs no table. */
        if (byte == END_OF_FILE || (n == 0 && byte < 128))
            return (wide_int)byte;
        bytes[n++] = (char)byte;
        struct conversion state = {0, 0};
        length = mbrtowc(&c, bytes, n, &state);
    } while (length == (size_t)-2);
    if (length != (size_t)-1)
        return (wide_int)c;
    unread(stream, bytes, n);
    stream->flags |= STREAM_FAILED;
    return (wide_int)END_OF_FILE;
}

API wide_int ungetwc(wide_int c, FILE *stream) {
    char bytes[LONGEST_CHARACTER_BYTES];
    if (c == (wide_int)END_OF_FILE || !is_oriented(stream, OF_WIDE))
        return (wide_int)END_OF_FILE;
    size_t n = wcrtomb(bytes, (wchar_t)c, 0);
    if (n > sizeof bytes)
        __braid_unsupported("ungetwc of a character that has no bytes in this locale");
    unread(stream, bytes, n);
    return c;
}

/* Null at the end of the file if nothing came before it, and after an error. */
API wchar_t *fgetws(wchar_t *restrict to, int size, FILE *restrict stream) {
    int n = 0, failed_before = stream->flags & STREAM_FAILED;
    wide_int c = 0;
    if (size <= 0)
        return 0;
    stream->flags &= ~STREAM_FAILED;
    while (n < size - 1 && c != '\n' && (c = fgetwc(stream)) != (wide_int)END_OF_FILE)
        to[n++] = (wchar_t)c;
    int failed = stream->flags & STREAM_FAILED;
    stream->flags |= failed_before;
    if ((n == 0 && size > 1) || (failed && errno != E_AGAIN))
        return 0;
    to[n] = 0;
    return to;
}

API wide_int getwc(FILE *stream) {
    return fgetwc(stream);
}

API wide_int getwchar(void) {
    return fgetwc(stdin);
}

API wide_int putwc(wchar_t c, FILE *stream) {
    return fputwc(c, stream);
}

API wide_int putwchar(wchar_t c) {
    return fputwc(c, stdout);
}

API wide_int fgetwc_unlocked(FILE *stream) {
    return fgetwc(stream);
}

API wide_int getwc_unlocked(FILE *stream) {
    return fgetwc(stream);
}

API wide_int getwchar_unlocked(void) {
    return fgetwc(stdin);
}

API wide_int fputwc_unlocked(wchar_t c, FILE *stream) {
    return fputwc(c, stream);
}

API wide_int putwc_unlocked(wchar_t c, FILE *stream) {
    return fputwc(c, stream);
}

API wide_int putwchar_unlocked(wchar_t c) {
    return fputwc(c, stdout);
}

API wchar_t *fgetws_unlocked(wchar_t *restrict to, int size, FILE *restrict stream) {
    return fgetws(to, size, stream);
}

API int fputws_unlocked(const wchar_t *restrict s, FILE *restrict stream) {
    return fputws(s, stream);
}

API wchar_t *__fgetws_chk(wchar_t *restrict to, size_t room, int size, FILE *restrict stream) {
    if (size > 0 && (size_t)size > room)
        __chk_fail();
    return fgetws(to, size, stream);
}

API wchar_t *__fgetws_unlocked_chk(wchar_t *restrict to, size_t room, int size, FILE *restrict stream) {
    return __fgetws_chk(to, room, size, stream);
}
