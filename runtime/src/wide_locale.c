/* Functions on wide characters and strings for an explicit locale: characters are those of the locale that is in use, and all locales have the same
 * order. */
#include "wide_stream.h"

typedef unsigned long class_number;
int iswctype(wide_int c, class_number class);
class_number wctype(const char *name);
const char *wctrans(const char *name);
wide_int towctrans(wide_int c, const char *how);
wide_int towlower(wide_int c);
wide_int towupper(wide_int c);
int iswdigit(wide_int c), iswxdigit(wide_int c), iswalnum(wide_int c), iswalpha(wide_int c), iswblank(wide_int c), iswcntrl(wide_int c), iswgraph(wide_int c),
    iswlower(wide_int c), iswprint(wide_int c), iswpunct(wide_int c), iswspace(wide_int c), iswupper(wide_int c);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n);

/* Each under C's name and under glibc's inner one. */
#define FOR_LOCALE(type, name, parameters, call)                                                                      \
    API type name##_l parameters { return call; }                                                                     \
    API type __##name##_l parameters { return call; }

#define INNER(name)                                                                                                   \
    API int __isw##name##_l(wide_int c, void *locale) { return isw##name(c); }

API int iswdigit_l(wide_int c, void *locale) {
    return iswdigit(c);
}

API int iswxdigit_l(wide_int c, void *locale) {
    return iswxdigit(c);
}

INNER(alnum)
INNER(alpha)
INNER(blank)
INNER(cntrl)
INNER(digit)
INNER(graph)
INNER(lower)
INNER(print)
INNER(punct)
INNER(space)
INNER(upper)
INNER(xdigit)

FOR_LOCALE(int, iswctype, (wide_int c, class_number class, void *locale), iswctype(c, class))
FOR_LOCALE(class_number, wctype, (const char *name, void *locale), wctype(name))
FOR_LOCALE(const char *, wctrans, (const char *name, void *locale), wctrans(name))
FOR_LOCALE(wide_int, towctrans, (wide_int c, const char *how, void *locale), towctrans(c, how))
FOR_LOCALE(wide_int, towlower, (wide_int c, void *locale), towlower(c))
FOR_LOCALE(wide_int, towupper, (wide_int c, void *locale), towupper(c))
FOR_LOCALE(int, wcscoll, (const wchar_t *a, const wchar_t *b, void *locale), wcscoll(a, b))
FOR_LOCALE(size_t, wcsxfrm, (wchar_t *restrict to, const wchar_t *restrict from, size_t n, void *locale), wcsxfrm(to, from, n))
FOR_LOCALE(int, wcscasecmp, (const wchar_t *a, const wchar_t *b, void *locale), wcscasecmp(a, b))
FOR_LOCALE(int, wcsncasecmp, (const wchar_t *a, const wchar_t *b, size_t n, void *locale), wcsncasecmp(a, b, n))
