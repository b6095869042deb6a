/* The wscanf family: scanf's conversions (scan.c), from a source of wide characters. */
#include "scan.h"

#include "wide_stream.h"

/* The format once more in bytes: what is no ASCII is a byte that stands for no conversion. */
static int scan_wide(struct source source, const wchar_t *format, va_list list, int c23) {
    size_t n = wcslen(format);
    char *bytes = __braid_alloc(n + 1, 16, 0);
    for (size_t i = 0; i <= n; i++)
        bytes[i] = (char)((wide_int)format[i] < 128 ? format[i] : 128);
    source.format = format;
    int stored = __braid_scan(&source, bytes, list, c23);
    __braid_free(bytes);
    return stored;
}

#define WSCANF(prefix, c23)                                                                                           \
    API int prefix##vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {                   \
        struct source source = {.stream = stream};                                                                    \
        return is_oriented(stream, OF_WIDE) ? scan_wide(source, format, list, c23) : END_OF_FILE;                     \
    }                                                                                                                 \
    API int prefix##vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list list) {            \
        return scan_wide((struct source){.wide_text = text}, format, list, c23);                                      \
    }                                                                                                                 \
    SCANF_NAMES(prefix, wchar_t, wscanf)

WSCANF(, 0)
WSCANF(__isoc99_, 0)
WSCANF(__isoc23_, 1)
