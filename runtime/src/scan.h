/* What scanf reads and what it is told to do, shared by its parts and by the functions on wide characters. */
#ifndef BRAID_SCAN_H
#define BRAID_SCAN_H

#include "filestream.h"

/* Where characters come from: a text if there is one, else a stream. Those of a wide source are seen as bytes: one of ASCII as itself, white
 * space as a space, any other as a byte that means nothing. */
struct source {
    const char *text;
    FILE *stream;
    size_t taken;
    /* Of a wide source: its text, its format, and the character that was taken last. */
    const wchar_t *wide_text, *format;
    wchar_t last;
};

enum scan_length { SCAN_INT, SCAN_CHAR, SCAN_SHORT, SCAN_LONG, SCAN_LONG_LONG, SCAN_LONG_DOUBLE };

struct directive {
    int suppressed, allocating;
    /* The number of the argument; 0 for the next one. */
    int argument;
    /* The most characters; negative if there is no limit. */
    int width;
    enum scan_length length;
    char letter;
    /* Behind the brackets of a set: what is in them. The first once more in the wide format, if there is one. */
    const char *set, *set_end;
    const wchar_t *wide_set;
    int inverted;
};

/* How a conversion ended. */
enum outcome { STORED, SKIPPED, MISMATCH, NO_INPUT, BAD_CHARACTER };

/* Reads `source` as `format` says; returns how many values were stored, or END_OF_FILE if the input ended before the first. */
int __braid_scan(struct source *source, const char *format, va_list given, int c23);

/* The functions of the family that are made of those for a stream and a text. */
#define SCANF_NAMES(prefix, character, scanf)                                                                         \
    API int prefix##v##scanf(const character *restrict format, va_list list) {                                        \
        return prefix##vf##scanf(stdin, format, list);                                                                \
    }                                                                                                                 \
    API int prefix##f##scanf(FILE *restrict stream, const character *restrict format, ...) {                          \
        WITH_LIST(prefix##vf##scanf(stream, format, list));                                                           \
    }                                                                                                                 \
    API int prefix##scanf(const character *restrict format, ...) {                                                    \
        WITH_LIST(prefix##vf##scanf(stdin, format, list));                                                            \
    }                                                                                                                 \
    API int prefix##s##scanf(const character *restrict text, const character *restrict format, ...) {                 \
        WITH_LIST(prefix##vs##scanf(text, format, list));                                                             \
    }

#endif
