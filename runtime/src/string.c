/* Strings: length, copy, concatenation, comparison. Everything is in the C locale. */
#include "runtime.h"

int tolower(int c);

API size_t strlen(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return (size_t)(p - s);
}

API size_t strnlen(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

API char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

API char *strcpy(char *restrict to, const char *restrict from) {
    char *p = to;
    while ((*p = *from)) {
        p++;
        from++;
    }
    return to;
}

API char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    while (i < n && (to[i] = from[i]))
        i++;
    memset(to + i, 0, n - i);
    return to + i;
}

API char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

API size_t strlcpy(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strlen(from);
    if (n > 0) {
        size_t kept = smaller(length, n - 1);
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

API size_t strlcat(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strnlen(to, n);
    return length == n ? n + strlen(from) : length + strlcpy(to + length, from, n - length);
}

API char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

API char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *p = to + strlen(to);
    size_t i = 0;
    while (i < n && from[i]) {
        p[i] = from[i];
        i++;
    }
    p[i] = 0;
    return to;
}

API int strcmp(const char *a, const char *b) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    while (*p && *p == *q) {
        p++;
        q++;
    }
    return order_of(*p, *q);
}

API int strncmp(const char *a, const char *b, size_t n) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    size_t i = 0;
    while (i < n && p[i] && p[i] == q[i])
        i++;
    return i < n ? order_of(p[i], q[i]) : 0;
}

API int strcasecmp(const char *a, const char *b) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    while (*p && tolower(*p) == tolower(*q)) {
        p++;
        q++;
    }
    return order_of(tolower(*p), tolower(*q));
}

API int strncasecmp(const char *a, const char *b, size_t n) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    size_t i = 0;
    while (i < n && p[i] && tolower(p[i]) == tolower(q[i]))
        i++;
    return i < n ? order_of(tolower(p[i]), tolower(q[i])) : 0;
}

API int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

API size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    return strlcpy(to, from, n);
}

API char *strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : 0;
}

API char *strndup(const char *s, size_t n) {
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (!copy)
        return 0;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

API char *__strdup(const char *s) {
    return strdup(s);
}

API char *__strndup(const char *s, size_t n) {
    return strndup(s, n);
}

API char *__stpcpy(char *restrict to, const char *restrict from) {
    return stpcpy(to, from);
}
