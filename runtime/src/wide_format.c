/* The wprintf family. The conversions are those of printf (format.c), which is given the format a second time in bytes; what is text in it or in an
 * argument comes from here.
 *
 * Numbers are ASCII, so that a symbolic length is copied as a whole: in a stream their characters are bytes, in memory they are widened in
 * pieces of a fixed size. */
#include "format.h"

#include "conversion.h"
#include "wide_stream.h"

wide_int btowc(int c);

/* Wide characters of symbolic count go into memory or to a stream that takes them. */
static void put_characters(struct sink *sink, const wchar_t *text, size_t n) {
    if (sink->stream) {
        size_t size = n * sizeof *text;
        sink->failed |= __braid_stream_put(sink->stream, text, size) != size;
    } else {
        size_t left = excess(sink->room, sink->count);
        wmemcpy(sink->wide + smaller(sink->count, sink->room), text, smaller(n, left));
    }
    sink->count += n;
}

enum { PIECE = 64 };

static void put_piece(struct sink *sink, const char *text, size_t n) {
    char bytes[PIECE] = {0};
    wchar_t wide[PIECE];
    memcpy(bytes, text, n);
    for (int i = 0; i < PIECE; i++)
        wide[i] = (unsigned char)bytes[i];
    put_characters(sink, wide, n);
}

/* The count is the caller's to add. */
void __braid_put_widened(struct sink *sink, const char *text, size_t n) {
    size_t count = sink->count;
    for (; n > PIECE; n -= PIECE, text += PIECE)
        put_piece(sink, text, PIECE);
    put_piece(sink, text, n);
    sink->count = count;
}

void __braid_put_wide(struct sink *sink, const wchar_t *text, size_t n) {
    if (sink->kind == TO_WIDE) {
        put_characters(sink, text, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        sink->failed |= !__braid_wide_put(sink->stream, text[i]);
    sink->count += n;
}

static void put_padding(struct sink *sink, const struct spec *spec, size_t length, int side) {
    static const wchar_t space = ' ';
    if (spec->left == side)
        for (size_t n = excess(spec->width, length); n > 0; n--)
            __braid_put_wide(sink, &space, 1);
}

static void put_padded(struct sink *sink, const struct spec *spec, const wchar_t *text, size_t n) {
    put_padding(sink, spec, n, 0);
    __braid_put_wide(sink, text, n);
    put_padding(sink, spec, n, 1);
}

void __braid_format_wide_char(struct sink *sink, const struct spec *spec, int c) {
    wchar_t wide = takes_wide(spec) ? c : (wchar_t)btowc((unsigned char)c);
    put_padded(sink, spec, &wide, 1);
}

/* The characters of a text in bytes, at most `most`, at `to`; SIZE_MAX if there are bytes that are none. */
static size_t widen(wchar_t *to, const char *text, size_t most) {
    struct conversion state = {0, 0};
    size_t n = 0, left = strlen(text) + 1;
    while (n < most && *text) {
        size_t length = mbrtowc(&to[n], text, left, &state);
        if (length > left)
            return SIZE_MAX;
        text += length;
        left -= length;
        n++;
    }
    return n;
}

void __braid_format_wide_text(struct sink *sink, const struct spec *spec, const void *text) {
    size_t most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    if (takes_wide(spec)) {
        put_padded(sink, spec, text, wcsnlen(text, most));
        return;
    }
    most = strnlen(text, most);
    wchar_t *wide = __braid_alloc(most * sizeof *wide + sizeof *wide, 16, 0);
    size_t n = widen(wide, text, most);
    if (n == SIZE_MAX)
        sink->failed = sink->stopped = 1;
    else
        put_padded(sink, spec, wide, n);
    __braid_free(wide);
}

/* The format in bytes: what is no ASCII is a byte that stands for no conversion. */
static int format_wide(struct sink *sink, const wchar_t *format, va_list list) {
    size_t n = wcslen(format);
    char *bytes = __braid_alloc(n + 1, 16, 0);
    for (size_t i = 0; i <= n; i++)
        bytes[i] = (char)((wide_int)format[i] < 128 ? format[i] : 128);
    sink->format = format;
    int length = __braid_format(sink, bytes, list);
    __braid_free(bytes);
    return length;
}

API int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
    if (!is_oriented(stream, OF_WIDE))
        return -1;
    return format_wide(&(struct sink){.kind = stream->holds_wide ? TO_WIDE : TO_STREAM, .stream = stream}, format, list);
}

/* What does not fit is an error; what does is there. */
API int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list list) {
    struct sink sink = {.kind = TO_WIDE, .wide = to, .room = size};
    if (size == 0)
        return -1;
    int length = format_wide(&sink, format, list);
    to[smaller(sink.count, size - 1)] = 0;
    return sink.count < size ? length : -1;
}

API int vwprintf(const wchar_t *restrict format, va_list list) {
    return vfwprintf(stdout, format, list);
}

API int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) {
    WITH_LIST(vfwprintf(stream, format, list));
}

API int wprintf(const wchar_t *restrict format, ...) {
    WITH_LIST(vwprintf(format, list));
}

API int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) {
    WITH_LIST(vswprintf(to, size, format, list));
}

API int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list) {
    return vfwprintf(stream, format, list);
}

API int __vwprintf_chk(int flag, const wchar_t *format, va_list list) {
    return vwprintf(format, list);
}

API int __vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, va_list list) {
    if (size > room)
        __chk_fail();
    return vswprintf(to, size, format, list);
}

API int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...) {
    WITH_LIST(vfwprintf(stream, format, list));
}

API int __wprintf_chk(int flag, const wchar_t *format, ...) {
    WITH_LIST(vwprintf(format, list));
}

API int __swprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, ...) {
    WITH_LIST(__vswprintf_chk(to, size, flag, room, format, list));
}
