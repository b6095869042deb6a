/* Formatted output as both the functions on bytes and those on wide characters know it: a sink, a conversion, and what the second give to the
 * first. */
#ifndef BRAID_FORMAT_H
#define BRAID_FORMAT_H

#include "stream.h"

enum sink_kind { TO_DESCRIPTOR, TO_STREAM, TO_MEMORY, TO_WIDE, COUNT_ONLY };

struct sink {
    enum sink_kind kind;
    /* Writes to the descriptor. */
    write_function *put;
    int descriptor;
    FILE *stream;
    char *memory;
    /* Of TO_WIDE. If there is a stream, it takes wide characters as they are. */
    wchar_t *wide;
    /* The size of the memory, in characters. */
    size_t room;
    /* The length of all text so far. */
    size_t count;
    /* Whether something did not arrive. */
    int failed;
    /* Whether a character had no bytes, or bytes were no character: nothing comes behind that. */
    int stopped;
    /* Of a format in wide characters, which is given a second time in bytes: the text between the conversions, and what is printed of texts,
     * are then wide characters. */
    const wchar_t *format;
};

/* Of long and of pointers, of long long, of long double (and of long long). */
enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* A conversion as the format gives it. */
struct spec {
    /* Flags: - 0 + space #. */
    int left, zero, plus, space, alternate;
    /* The least width; 0 if none is given. */
    size_t width;
    /* Negative if none is given. */
    int64_t precision;
    enum length length;
    char letter;
};

/* Writes the text of a format to a sink. */
int __braid_format(struct sink *sink, const char *format, va_list list);

/* Null where the program has no wide formats. The first is for ASCII, the second for a part of the format; the others are conversions. */
MAYBE void __braid_put_widened(struct sink *sink, const char *text, size_t n);
MAYBE void __braid_put_wide(struct sink *sink, const wchar_t *text, size_t n);
MAYBE void __braid_format_wide_char(struct sink *sink, const struct spec *spec, int c);
MAYBE void __braid_format_wide_text(struct sink *sink, const struct spec *spec, const void *text);

/* Whether a conversion takes a wide character or text. */
INLINE int takes_wide(const struct spec *spec) {
    return spec->length == LONG || spec->letter == 'C' || spec->letter == 'S';
}

#endif
