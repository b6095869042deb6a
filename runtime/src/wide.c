/* Wide strings, and classes of wide characters. Classes are those of ASCII; other characters have one only in C.UTF-8, and there it is
 * refused: no table of Unicode is here. */
#include "locale.h"

typedef unsigned wide_int;

API size_t wcslen(const wchar_t *s) {
    const wchar_t *p = s;
    while (*p)
        p++;
    return (size_t)(p - s);
}

API size_t wcsnlen(const wchar_t *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i])
        i++;
    return i;
}

API wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}

API wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return wmemcpy(to, from, n) + n;
}

API wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    return memmove(to, from, n * sizeof *to);
}

API wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

API int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i < n ? (a[i] > b[i]) - (a[i] < b[i]) : 0;
}

API wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    size_t i = 0;
    while (i < n && s[i] != c)
        i++;
    return i < n ? (wchar_t *)s + i : 0;
}

API wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

API wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    wcpcpy(to, from);
    return to;
}

API wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

API wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    wcsncpy(to, from, n);
    return to + wcsnlen(to, n);
}

API wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wcpcpy(to + wcslen(to), from);
    return to;
}

API wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    wchar_t *p = to + wcslen(to);
    size_t length = wcsnlen(from, n);
    wmemcpy(p, from, length);
    p[length] = 0;
    return to;
}

API int wcscmp(const wchar_t *a, const wchar_t *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (*a > *b) - (*a < *b);
}

API int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i < n ? (a[i] > b[i]) - (a[i] < b[i]) : 0;
}

API int wcscoll(const wchar_t *a, const wchar_t *b) {
    return wcscmp(a, b);
}

API size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t length = wcslen(from);
    if (n > 0) {
        size_t kept = smaller(length, n - 1);
        wmemcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

API wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    while (*s && *s != c)
        s++;
    return *s == c ? (wchar_t *)s : 0;
}

API wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while (*s && *s != c)
        s++;
    return (wchar_t *)s;
}

API wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *found = 0;
    for (;; s++) {
        if (*s == c) {
            STAY_BRANCH;
            found = s;
        }
        if (!*s)
            return (wchar_t *)found;
    }
}

API size_t wcsspn(const wchar_t *s, const wchar_t *set) {
    size_t i = 0;
    while (s[i] && wcschr(set, s[i]))
        i++;
    return i;
}

API size_t wcscspn(const wchar_t *s, const wchar_t *set) {
    size_t i = 0;
    while (s[i] && !wcschr(set, s[i]))
        i++;
    return i;
}

API wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += wcscspn(s, set);
    return *s ? (wchar_t *)s : 0;
}

API wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    size_t n = wcslen(part);
    while (*s && wcsncmp(s, part, n) != 0)
        s++;
    return *s || n == 0 ? (wchar_t *)s : 0;
}

API wchar_t *wcswcs(const wchar_t *s, const wchar_t *part) {
    return wcsstr(s, part);
}

API wchar_t *wcsdup(const wchar_t *s) {
    size_t n = wcslen(s) + 1;
    wchar_t *copy = malloc(n * sizeof *copy);
    return copy ? wmemcpy(copy, s, n) : 0;
}

API wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
    s = s ? s : *rest;
    s += wcsspn(s, set);
    if (!*s) {
        *rest = s;
        return 0;
    }
    wchar_t *end = s + wcscspn(s, set);
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

/* A class: its function and the same for an explicit locale. */
int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int), ispunct(int),
    isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);

/* Whether the tables of Unicode would be needed to say something of a character. */
static int needs_tables(wide_int c) {
    return c >= 128 && c <= 0x10ffff && __braid_utf8;
}

static int wide_class(wide_int c, int (*is)(int)) {
    if (needs_tables(c))
        __braid_unsupported("the class of a character beyond ASCII");
    return c < 128 ? is((int)c) != 0 : 0;
}

#define WIDE_CLASS(name)                                                                                              \
    API int isw##name(wide_int c) { return wide_class(c, is##name); }                                                 \
    API int isw##name##_l(wide_int c, void *locale) { return isw##name(c); }

WIDE_CLASS(alnum)
WIDE_CLASS(alpha)
WIDE_CLASS(blank)
WIDE_CLASS(cntrl)
WIDE_CLASS(graph)
WIDE_CLASS(lower)
WIDE_CLASS(print)
WIDE_CLASS(punct)
WIDE_CLASS(upper)

/* White space is known beyond ASCII, too: that of Unicode at which a line may be broken. */
API int iswspace(wide_int c) {
    static const wide_int others[][2] = {{0x1680, 0x1680}, {0x2000, 0x2006}, {0x2008, 0x200a}, {0x2028, 0x2029}, {0x205f, 0x205f}, {0x3000, 0x3000}};
    int found = (c == ' ') | (c - '\t' <= '\r' - '\t');
    for (size_t i = 0; __braid_utf8 && i < sizeof others / sizeof *others; i++)
        found |= (c >= others[i][0]) & (c <= others[i][1]);
    return found;
}

API int iswspace_l(wide_int c, void *locale) {
    return iswspace(c);
}

/* Digits are those of ASCII everywhere. */
API int iswdigit(wide_int c) {
    return c - '0' <= 9;
}

API int iswxdigit(wide_int c) {
    return c < 128 && isxdigit((int)c) != 0;
}

static wide_int change_case(wide_int c, int (*change)(int)) {
    if (needs_tables(c))
        __braid_unsupported("the case of a character beyond ASCII");
    return c < 128 ? (wide_int)change((int)c) : c;
}

API wide_int towlower(wide_int c) {
    return change_case(c, tolower);
}

API wide_int towupper(wide_int c) {
    return change_case(c, toupper);
}

API int wcwidth(wchar_t c) {
    if (needs_tables((wide_int)c))
        __braid_unsupported("the width of a character beyond ASCII");
    return c == 0 ? 0 : (unsigned)c < 128 && isprint(c) ? 1 : -1;
}

API int wcswidth(const wchar_t *s, size_t n) {
    int all = 0;
    for (size_t i = 0; i < n && s[i]; i++) {
        int width = wcwidth(s[i]);
        if (width < 0)
            return -1;
        all += width;
    }
    return all;
}

static int fold_case(wchar_t a, wchar_t b) {
    int x = (int)towlower((wide_int)a), y = (int)towlower((wide_int)b);
    return (x > y) - (x < y);
}

API int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    while (*a && fold_case(*a, *b) == 0) {
        a++;
        b++;
    }
    return fold_case(*a, *b);
}

API int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && fold_case(a[i], b[i]) == 0)
        i++;
    return i < n ? fold_case(a[i], b[i]) : 0;
}

/* Classes by name; a class is the number of its row. */
static const struct {
    const char *name;
    int (*is)(wide_int);
} classes[] = {{"alnum", iswalnum}, {"alpha", iswalpha}, {"blank", iswblank}, {"cntrl", iswcntrl}, {"digit", iswdigit}, {"graph", iswgraph},
               {"lower", iswlower}, {"print", iswprint}, {"punct", iswpunct}, {"space", iswspace}, {"upper", iswupper}, {"xdigit", iswxdigit}};
enum { CLASSES = sizeof classes / sizeof *classes };

API unsigned long wctype(const char *name) {
    unsigned long i = 0;
    while (i < CLASSES && strcmp(classes[i].name, name) != 0)
        i++;
    return i < CLASSES ? i + 1 : 0;
}

API int iswctype(wide_int c, unsigned long class) {
    return class >= 1 && class <= CLASSES ? classes[class - 1].is(c) : 0;
}

API const char *wctrans(const char *name) {
    return strcmp(name, "tolower") == 0 ? "l" : strcmp(name, "toupper") == 0 ? "u" : 0;
}

API wide_int towctrans(wide_int c, const char *how) {
    return !how ? c : *how == 'l' ? towlower(c) : towupper(c);
}
