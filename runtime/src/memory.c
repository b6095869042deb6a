/* Functions on blocks of bytes. memcpy, memmove and memset are the engine's.
 *
 * A function that is given a block needs all of it, also where its answer is known before its end; memchr, memccpy and
 * rawmemchr read byte by byte and stop at what they look for. */
#include "runtime.h"

API int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    __braid_readable(a, n);
    __braid_readable(b, n);
    size_t i = 0;
    while (i < n && p[i] == q[i])
        i++;
#if UINTPTR_MAX != UINT64_MAX
    /* Of a single byte glibc gives the difference here, too. */
    if (n == 1)
        return p[0] - q[0];
#endif
    return i < n ? order_of(p[i], q[i]) : 0;
}

API int bcmp(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n);
}

API void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    size_t i = 0;
    while (i < n && p[i] != (unsigned char)c)
        i++;
    return i < n ? (void *)(p + i) : 0;
}

API void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    size_t i = n;
    __braid_readable(s, n);
    while (i > 0 && p[i - 1] != (unsigned char)c)
        i--;
    return i > 0 ? (void *)(p + i - 1) : 0;
}

API void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

API void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    return (char *)memcpy(to, from, n) + n;
}

API void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    char *end = memchr(from, c, n);
    if (!end) {
        memcpy(to, from, n);
        return 0;
    }
    size_t length = (size_t)(end - (const char *)from) + 1;
    return (char *)memcpy(to, from, length) + length;
}

API void bzero(void *s, size_t n) {
    memset(s, 0, n);
}

API void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

API void explicit_bzero(void *s, size_t n) {
    memset(s, 0, n);
}

API void *memmem(const void *s, size_t n, const void *part, size_t length) {
    const char *p = s;
    size_t i = 0;
    __braid_readable(s, n);
    __braid_readable(part, length);
    if (length > n)
        return 0;
    while (i <= n - length && memcmp(p + i, part, length) != 0)
        i++;
    return i <= n - length ? (void *)(p + i) : 0;
}

API void swab(const void *restrict from, void *restrict to, ptrdiff_t n) {
    const char *p = from;
    char *q = to;
    for (ptrdiff_t i = 0; i + 1 < n; i += 2) {
        char first = p[i];
        q[i] = p[i + 1];
        q[i + 1] = first;
    }
}
