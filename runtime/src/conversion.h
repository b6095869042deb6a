/* Between bytes and wide characters: what files beside multibyte.c need of it. */
#ifndef BRAID_CONVERSION_H
#define BRAID_CONVERSION_H

#include "runtime.h"

/* What is known of a character that has begun. */
struct conversion {
    /* Bytes that are missing in the lower eight bits, of all in the next. */
    int missing;
    unsigned bits;
};

size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, struct conversion *restrict state);
size_t wcrtomb(char *restrict to, wchar_t c, struct conversion *restrict state);

#endif
