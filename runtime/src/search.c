/* Strings: searching for characters, sets of characters and other strings; tokens. */
#include "runtime.h"

int strncasecmp(const char *a, const char *b, size_t n);

API char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

API char *strchr(const char *s, int c) {
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

API char *index(const char *s, int c) {
    return strchr(s, c);
}

API char *strrchr(const char *s, int c) {
    const char *p = s + strlen(s);
    while (*p != (char)c) {
        if (p == s)
            return 0;
        p--;
    }
    return (char *)p;
}

API char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

/* The length of the start of `s` whose characters are in `set` (`wanted` 1) or are not (0). */
INLINE size_t span(const char *s, const char *set, int wanted) {
    size_t i = 0;
    while (s[i] && (strchr(set, s[i]) != 0) == wanted)
        i++;
    return i;
}

API size_t strspn(const char *s, const char *set) {
    return span(s, set, 1);
}

API size_t strcspn(const char *s, const char *set) {
    return span(s, set, 0);
}

API char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    if (!*s) {
        STAY_BRANCH;
        return 0;
    }
    return (char *)s;
}

/* Compares at every position; strncmp stops at the end of `s`, so nothing behind it is read. */
API char *strstr(const char *s, const char *part) {
    size_t length = strlen(part);
    while (strncmp(s, part, length) != 0) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

API char *strcasestr(const char *s, const char *part) {
    size_t length = strlen(part);
    while (strncasecmp(s, part, length) != 0) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

API char *strsep(char **rest, const char *set) {
    char *token = *rest;
    if (!token)
        return 0;
    char *end = token + strcspn(token, set);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return token;
}

API char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    s += strspn(s, set);
    char *end = s + strcspn(s, set);
    if (*end) {
        STAY_BRANCH;
        *rest = end + 1;
        *end = 0;
    } else {
        *rest = end;
    }
    return end == s ? 0 : s;
}

API char *__strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
    return strtok_r(s, set, rest);
}

API char *strtok(char *restrict s, const char *restrict set) {
    static char *rest;
    return strtok_r(s, set, &rest);
}

API char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}
