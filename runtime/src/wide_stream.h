/* Streams of wide characters: what formats on them need of them. */
#ifndef BRAID_WIDE_STREAM_H
#define BRAID_WIDE_STREAM_H

#include "filestream.h"

typedef unsigned wide_int;

/* Writes a character to a stream that is one of wide characters; true if it arrived. */
int __braid_wide_put(FILE *stream, wchar_t c);

size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t n);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);

#endif
