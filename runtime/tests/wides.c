/* Wide and multibyte characters in both locales, and what locales say of themselves. */
#include "native.h"

#include <langinfo.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

RT(setlocale); RT(mbrtowc); RT(wcrtomb); RT(mbsrtowcs); RT(wcsrtombs); RT(mbstowcs); RT(wcstombs); RT(mblen); RT(mbtowc); RT(wctomb); RT(btowc); RT(wctob);
RT(mbsinit); RT(mbrlen); RT(wcslen); RT(wcscpy); RT(wcscmp); RT(wcsncmp); RT(wcschr); RT(wcsrchr); RT(wcsstr); RT(wcsspn); RT(wcscspn); RT(wmemcmp); RT(wmemchr);
RT(iswalpha); RT(iswdigit); RT(iswspace); RT(iswprint); RT(iswpunct); RT(towupper); RT(towlower); RT(wcwidth); RT(wctype); RT(iswctype); RT(nl_langinfo); RT(localeconv);
RT(snprintf); RT(wcscasecmp); RT(wcsncpy); RT(wcsncat); RT(wcstok); RT(newlocale); RT(uselocale); RT(wmemset);
extern int *rt___errno_location(void);

static const char *const bits[] = {"a", "Z", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc3", "\x80", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xff", "\xf0\x9f", "1"};

static void decode(void) {
    char s[40] = "";
    for (size_t n = below(5); n > 0; n--)
        strcat(s, bits[below(sizeof bits / sizeof *bits)]);
    char *exact = copy_of(s);
    size_t at = 0, length = strlen(s) + 1;
    mbstate_t a = {0}, b = {0};
    while (at < length) {
        wchar_t c = -7, d = -7;
        size_t limit = 1 + below(length - at), n = mbrtowc(&c, exact + at, limit, &a), m = rt_mbrtowc(&d, exact + at, limit, &b);
        CHECK(n == m && c == d && mbsinit(&a) == rt_mbsinit(&b), "mbrtowc at %zu of '%s': %zd %zd, %x %x", at, s, n, m, c, d);
        if (n == (size_t)-1 || n == 0)
            break;
        at += n == (size_t)-2 ? limit : n;
    }
    wchar_t x[20], y[20];
    memset(x, 1, sizeof x), memset(y, 1, sizeof y);
    const char *p = exact, *q = exact;
    size_t most = below(12);
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    size_t n = mbsrtowcs(x, &p, most, &a), m = rt_mbsrtowcs(y, &q, most, &b);
    CHECK(n == m && (n == (size_t)-1 || p == q && wmemcmp(x, y, n) == 0), "mbsrtowcs of '%s': %zd %zd", s, n, m);
    CHECK(mbstowcs(0, exact, 0) == rt_mbstowcs(0, exact, 0), "mbstowcs of '%s'", s);
    CHECK(mblen(exact, length) == rt_mblen(exact, length), "mblen of '%s'", s);
    free(exact);
}

static void encode(void) {
    wchar_t w[8];
    size_t n = below(7);
    for (size_t i = 0; i < n; i++)
        w[i] = below(3) ? 1 + (wchar_t)below(200) : (wchar_t)below(0x120000);
    w[n] = 0;
    char x[64], y[64];
    for (size_t i = 0; i <= n; i++) {
        size_t a = wcrtomb(x, w[i], 0), b = rt_wcrtomb(y, w[i], 0);
        CHECK(a == b && (a == (size_t)-1 || memcmp(x, y, a) == 0), "wcrtomb of %x: %zd %zd", w[i], a, b);
    }
    const wchar_t *p = w, *q = w;
    size_t room = below(30), a = wcsrtombs(x, &p, room, 0), b = rt_wcsrtombs(y, &q, room, 0);
    CHECK(a == b && p == q && (a == (size_t)-1 || memcmp(x, y, a) == 0), "wcsrtombs: %zd %zd", a, b);
    CHECK(wcstombs(0, w, 0) == rt_wcstombs(0, w, 0), "wcstombs");
    int i = snprintf(x, sizeof x, "%6.5ls|%lc", w, w[0]), j = rt_snprintf(y, sizeof y, "%6.5ls|%lc", w, w[0]);
    CHECK(i == j && (i < 0 || memcmp(x, y, (size_t)i + 1) == 0), "%%ls: %d %d '%s' '%s'", i, j, x, y);
}

static wchar_t *random_wide(size_t most) {
    size_t n = below(most + 1);
    wchar_t *s = (wchar_t *)block((n + 1) * sizeof *s);
    for (size_t i = 0; i < n; i++)
        s[i] = L"abAB"[below(4)];
    s[n] = 0;
    return s;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static void strings(void) {
    wchar_t *s = random_wide(8), *t = random_wide(3);
    size_t n = below(9);
    CHECK(wcslen(s) == rt_wcslen(s) && sign(wcscmp(s, t)) == sign(rt_wcscmp(s, t)) && sign(wcsncmp(s, t, n)) == sign(rt_wcsncmp(s, t, n)), "wcscmp");
    CHECK(sign(wcscasecmp(s, t)) == sign(rt_wcscasecmp(s, t)), "wcscasecmp");
    CHECK(wcschr(s, 'b') == rt_wcschr(s, 'b') && wcsrchr(s, 'a') == rt_wcsrchr(s, 'a') && wcschr(s, 0) == rt_wcschr(s, 0) && wcsstr(s, t) == rt_wcsstr(s, t), "wcschr");
    CHECK(wcsspn(s, t) == rt_wcsspn(s, t) && wcscspn(s, t) == rt_wcscspn(s, t), "wcsspn");
    wchar_t a[32] = L"xy", b[32] = L"xy";
    wcsncat(a, s, n), rt_wcsncat(b, s, n);
    CHECK(wcscmp(a, b) == 0, "wcsncat");
    wcsncpy(a, s, n), rt_wcsncpy(b, s, n);
    CHECK(wmemcmp(a, b, 32) == 0, "wcsncpy");
    free(s), free(t);
}

static void classes(int last) {
    for (wint_t c = 0; c < (wint_t)last; c++) {
        CHECK(!iswalpha(c) == !rt_iswalpha(c) && !iswdigit(c) == !rt_iswdigit(c) && !iswspace(c) == !rt_iswspace(c) && !iswprint(c) == !rt_iswprint(c) && !iswpunct(c) == !rt_iswpunct(c), "class of %d", c);
        CHECK(towupper(c) == rt_towupper(c) && towlower(c) == rt_towlower(c) && wcwidth((wchar_t)c) == rt_wcwidth((wchar_t)c), "case of %d", c);
        CHECK(!iswctype(c, wctype("xdigit")) == !rt_iswctype(c, rt_wctype("xdigit")), "iswctype of %d", c);
    }
    for (int c = -1; c < 256; c++)
        CHECK(btowc(c) == rt_btowc(c) && wctob((wint_t)c) == rt_wctob((wint_t)c), "btowc of %d: %d %d, wctob %d %d", c, btowc(c), rt_btowc(c), wctob(c), rt_wctob(c));
}

static void information(void) {
    static const nl_item items[] = {CODESET, RADIXCHAR, THOUSEP, ABDAY_1, ABDAY_7, DAY_1, DAY_7, ABMON_1, ABMON_12, MON_1, MON_12, AM_STR, PM_STR, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, CRNCYSTR, YESEXPR, NOEXPR, ERA};
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        CHECK(strcmp(nl_langinfo(items[i]), rt_nl_langinfo(items[i])) == 0, "item %x: '%s' '%s'", items[i], nl_langinfo(items[i]), rt_nl_langinfo(items[i]));
    struct lconv *a = localeconv(), *b = rt_localeconv();
    CHECK(strcmp(a->decimal_point, b->decimal_point) == 0 && strcmp(a->thousands_sep, b->thousands_sep) == 0 && a->frac_digits == b->frac_digits && a->int_n_sign_posn == b->int_n_sign_posn, "localeconv");
    for (int category = 0; category <= LC_IDENTIFICATION; category++)
        CHECK(strcmp(setlocale(category, 0), rt_setlocale(category, 0)) == 0, "category %d: %s %s", category, setlocale(category, 0), rt_setlocale(category, 0));
}

void test_wide(void) {
    static const char *const names[] = {"C", "C.UTF-8"};
    for (int locale = 0; locale < 2; locale++) {
        setlocale(LC_ALL, names[locale]);
        CHECK(strcmp(rt_setlocale(LC_ALL, names[locale]), names[locale]) == 0, "setlocale");
        information();
        classes(locale ? 128 : 300);
        for (int i = 0; i < 5000; i++) {
            decode();
            encode();
            strings();
        }
    }
    setlocale(LC_NUMERIC, "C"), rt_setlocale(LC_NUMERIC, "C");
    information();
    CHECK(rt_setlocale(LC_ALL, "xx_YY") == 0, "an unknown locale");
    setlocale(LC_ALL, "C"), rt_setlocale(LC_ALL, "C");
    locale_t object = rt_newlocale(LC_ALL_MASK, "C.UTF-8", 0), before = rt_uselocale(object);
    CHECK(object && rt_wctob(0xe4) == EOF && rt_uselocale(before) == object, "uselocale");
}
