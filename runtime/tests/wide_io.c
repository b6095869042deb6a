/* Streams, formats and numbers of wide characters in both locales, and texts of wide characters in scanf. */
#include "native.h"

#include <inttypes.h>
#include <locale.h>
#include <sys/stat.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

RT(setlocale); RT(fopen); RT(fclose); RT(fflush); RT(fgetc); RT(fputc); RT(fputs); RT(fprintf); RT(rewind); RT(feof); RT(ferror); RT(clearerr); RT(sscanf); RT(fscanf);
RT(fwide); RT(fgetwc); RT(fputwc); RT(fgetws); RT(fputws); RT(ungetwc); RT(fwprintf); RT(swprintf); RT(fwscanf); RT(swscanf); RT(open_wmemstream); RT(iswspace);
RT(wcstol); RT(wcstoul); RT(wcstoll); RT(wcstoull); RT(wcstoimax); RT(wcstoumax); RT(wcstod); RT(wcstof); RT(wcstold);
RT(mbrtoc16); RT(mbrtoc32); RT(c16rtomb); RT(c32rtomb); RT(mbsinit); RT(snprintf);
size_t mbrtoc8(unsigned char *, const char *, size_t, mbstate_t *), rt_mbrtoc8(unsigned char *, const char *, size_t, mbstate_t *);
size_t c8rtomb(char *, unsigned char, mbstate_t *), rt_c8rtomb(char *, unsigned char, mbstate_t *);
int rt___isoc99_sscanf(const char *, const char *, ...), rt___isoc99_fscanf(FILE *, const char *, ...);
int rt___isoc99_swscanf(const wchar_t *, const wchar_t *, ...), rt___isoc99_fwscanf(FILE *, const wchar_t *, ...);
extern int *rt___errno_location(void);

enum { ROUNDS = 8000, ROOM = 96 };
static int utf8;

static char names[2][64];

/* Characters of which streams in the C locale know what they look like. */
static wchar_t random_character(void) {
    if (below(3))
        return L"ab \n1%"[below(6)];
    return (wchar_t)(utf8 ? (below(2) ? 0x20ac : below(0x11000) * 16 + 15) : 128 + below(128));
}

static wchar_t *random_text(size_t most) {
    size_t n = below(most + 1);
    wchar_t *s = (wchar_t *)block((n + 1) * sizeof *s);
    for (size_t i = 0; i < n; i++)
        do
            s[i] = random_character();
        while (s[i] == '%' || (s[i] >= 0xd800 && s[i] < 0xe000));
    s[n] = 0;
    return s;
}

static void compare_files(const char *what) {
    char a[4096], b[4096];
    FILE *f = fopen(names[0], "r"), *g = fopen(names[1], "r");
    size_t n = fread(a, 1, sizeof a, f), m = fread(b, 1, sizeof b, g);
    CHECK(n == m && memcmp(a, b, n) == 0, "%s: %zu and %zu bytes, '%.*s' '%.*s'", what, n, m, (int)n, a, (int)m, b);
    fclose(f), fclose(g);
}

static void writing(void) {
    FILE *f = fopen(names[0], "w"), *g = rt_fopen(names[1], "w");
    int first = (int)below(3), mode = (int)below(3) - 1;
    CHECK(fwide(f, mode) == rt_fwide(g, mode), "fwide");
    for (int i = (int)below(12); i > 0; i--) {
        wchar_t c = random_character(), *s = random_text(20);
        switch (first == 2 && below(4) == 0 ? 3 + below(3) : below(3)) {
        case 0: { wint_t x = fputwc(c, f), y = rt_fputwc(c, g); CHECK(x == y, "fputwc of %x: %x %x", c, x, y); break; }
        case 1: { int x = fputws(s, f), y = rt_fputws(s, g); CHECK(x == y, "fputws: %d %d", x, y); break; }
        case 2: {
            int n = (int)below(99), x = fwprintf(f, L"<%ls|%5d|%lc|\u00e4%.2s>", s, n, c, "xyz"), y = rt_fwprintf(g, L"<%ls|%5d|%lc|\u00e4%.2s>", s, n, c, "xyz");
            CHECK(x == y, "fwprintf: %d %d", x, y);
            break;
        }
        case 3: { int x = fputs("b", f), y = rt_fputs("b", g); CHECK(x == y, "fputs: %d %d", x, y); break; }
        case 4: { int x = fprintf(f, "%d", 1), y = rt_fprintf(g, "%d", 1); CHECK(x == y, "fprintf: %d %d", x, y); break; }
        case 5: CHECK(fwide(f, 0) == rt_fwide(g, 0), "fwide: %d %d", fwide(f, 0), rt_fwide(g, 0));
        }
        free(s);
    }
    CHECK(fwide(f, 0) == rt_fwide(g, 0), "fwide: %d %d", fwide(f, 0), rt_fwide(g, 0));
    fclose(f), rt_fclose(g);
    compare_files("written");
}

/* The same format and arguments to a file, to memory, and to a stream on memory. */
#define FORMAT(...)                                                                                                   \
    do {                                                                                                              \
        FILE *f = fopen(names[0], "w"), *g = rt_fopen(names[1], "w");                                                 \
        int x = fwprintf(f, __VA_ARGS__), y = rt_fwprintf(g, __VA_ARGS__);                                            \
        CHECK(x == y, "fwprintf: %d %d", x, y);                                                                       \
        fclose(f), rt_fclose(g);                                                                                      \
        compare_files("fwprintf");                                                                                    \
        wchar_t a[ROOM], b[ROOM];                                                                                     \
        wmemset(a, 7, ROOM), wmemset(b, 7, ROOM);                                                                     \
        size_t room = below(ROOM);                                                                                    \
        x = swprintf(a, room, __VA_ARGS__), y = rt_swprintf(b, room, __VA_ARGS__);                                    \
        CHECK(x == y && (x < 0 || wmemcmp(a, b, ROOM) == 0), "swprintf in %zu: %d %d %ls|%ls", room, x, y, a, b);                \
        wchar_t *p, *q;                                                                                               \
        size_t n, m;                                                                                                  \
        f = open_wmemstream(&p, &n), g = rt_open_wmemstream(&q, &m);                                                  \
        x = fwprintf(f, __VA_ARGS__), y = rt_fwprintf(g, __VA_ARGS__);                                                \
        fputwc(L'\u20ac', f), rt_fputwc(L'\u20ac', g);                                                                \
        fflush(f), rt_fflush(g);                                                                                      \
        CHECK(x == y && n == m && wmemcmp(p, q, n + 1) == 0, "open_wmemstream: %d %d, %zu %zu, %ls|%ls", x, y, n, m, p, q); \
        fclose(f), rt_fclose(g);                                                                                      \
        CHECK(n == m && wmemcmp(p, q, n + 1) == 0, "open_wmemstream: %zu %zu", n, m);                                 \
        free(p), free(q);                                                                                             \
    } while (0)

static void printing(void) {
    wchar_t *s = random_text(6), c = random_character();
    static const char *const texts[] = {"", "abc", "\xc3\xa4 u", "a\xe2\x82\xac\xc3\xa4\xf0\x9f\x98\x80", "\xc3z", "ab\xc3"};
    const char *t = texts[below(6)];
    int w = (int)below(9), p = (int)below(9) - 1, n = (int)below(100000);
    FORMAT(L"%ls", s);
    FORMAT(L"\u00e4%*.*ls|", w, p, s);
    FORMAT(L"%-*lc|%c", w, c, 'x');
    FORMAT(L"%*s|%.*s|%.3s", w, t, p, t, t);
    FORMAT(L"%S%C%s%ls", s, c, (char *)0, (wchar_t *)0);
    FORMAT(L"%2$d %1$ls%3$*2$.*2$d", s, w, n);
    FORMAT(L"%d %#x %o %+ld %llu %zu %hhd %p", n, n, n, (long)n, 1ull * n, (size_t)n, n, (void *)(intptr_t)n);
    FORMAT(L"%f %.3e %g %a %Lf %010d %-8d| %.80d", n / 7.0, n / 3.0, 1.0 / n, n * 1.0, n / 9.0L, n, n, n);
    free(s);
}

static void reading(void) {
    static const char *const bits[] = {"a", "bc", " ", "\n", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "12", "\xe3\x80\x80", "x"};
    FILE *f = fopen(names[0], "w");
    for (size_t n = below(20); n > 0; n--)
        fputs(bits[below(10)], f);
    if (below(5) == 0)
        fputs(below(2) ? "a\xc3" : "\xc3z\xff", f);
    fclose(f);
    f = fopen(names[0], "r");
    FILE *g = rt_fopen(names[0], "r");
    for (int i = (int)below(20); i > 0; i--) {
        switch (below(6)) {
        case 0:
        case 1: { errno = *rt___errno_location() = 0; wint_t x = fgetwc(f), y = rt_fgetwc(g); CHECK(x == y && errno == *rt___errno_location(), "fgetwc: %x %x, errno %d %d", x, y, errno, *rt___errno_location()); break; }
        case 2: {
            wchar_t a[9], b[9];
            int n = (int)below(8);
            wmemset(a, 7, 9), wmemset(b, 7, 9);
            wchar_t *x = fgetws(a, n, f), *y = rt_fgetws(b, n, g);
            CHECK(!x == !y && (!x || wmemcmp(a, b, 9) == 0), "fgetws of %d: %d %d", n, !x, !y);
            break;
        }
        case 3:
        case 4: {
            wchar_t a[40] = L"", b[40] = L"";
            int k = -1, l = -1, x = fwscanf(f, L"%l[a\u00e4\u20ac]%d", a, &k), y = rt_fwscanf(g, L"%l[a\u00e4\u20ac]%d", b, &l);
            CHECK(x == y && k == l && wcscmp(a, b) == 0, "fwscanf: %d %d, %d %d, %ls|%ls", x, y, k, l, a, b);
            break;
        }
        case 5: CHECK(!feof(f) == !rt_feof(g) && !ferror(f) == !rt_ferror(g), "feof %d %d, ferror %d %d", feof(f), rt_feof(g), ferror(f), rt_ferror(g));
        }
    }
    fclose(f), rt_fclose(g);
}

/* What is given back comes once more. (glibc mixes up the order of what is given back by the program and by scanf.) */
static void giving_back(void) {
    FILE *f = fopen(names[0], "w");
    fputs("abcd\nefgh", f);
    fclose(f);
    f = fopen(names[0], "r");
    FILE *g = rt_fopen(names[0], "r");
    for (int i = 0; i < 12; i++) {
        wint_t c = L"xay\u20ac"[below(utf8 ? 4 : 3)];
        if (below(2))
            CHECK(ungetwc(c, f) == rt_ungetwc(c, g), "ungetwc of %x", c);
        wint_t x = fgetwc(f), y = rt_fgetwc(g);
        CHECK(x == y && !feof(f) == !rt_feof(g), "fgetwc: %x %x", x, y);
    }
    CHECK(ungetwc(WEOF, f) == rt_ungetwc(WEOF, g), "ungetwc of nothing");
    fclose(f), rt_fclose(g);
}

struct storage {
    char bytes[5][ROOM];
};

static const char *const conversions[] = {"d", "i", "hx", "ld", "lf", "s", "ls", "3ls", "1s", "c", "lc", "2lc", "3c", "C", "S", "2S", "[a-c]", "l[^ ]", "2l[^1]", "l[a-z1]", "n", "%", "*d", "*s", "*lc", "2d", "5s", "p", "Lf", "x", "l[^\xe2\x82\xac]", "[\xc3\xa4]"};
static const char *const pieces[] = {"0", "12", "-3", "0x1f", ".5", "1e3", "abc", "xy", " ", "  ", "\n", "%", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xe3\x80\x80", "nan", "(nil)", "inf"};

static void random_pieces(char *to, size_t most) {
    *to = 0;
    for (size_t n = below(most); n > 0; n--)
        strcat(to, pieces[below(sizeof pieces / sizeof *pieces)]);
    if (below(12) == 0)
        strcat(to, below(2) ? "\xc3" : "\xe2\x82 1");
}

static void random_format(char *format, int numbered) {
    *format = 0;
    int order[4] = {0, 1, 2, 3}, i = 0;
    for (int j = 3; j > 0; j--) {
        int k = (int)below((uint64_t)j + 1), kept = order[j];
        order[j] = order[k], order[k] = kept;
    }
    for (size_t n = 1 + below(4); n > 0; n--, i++) {
        const char *conversion = conversions[below(sizeof conversions / sizeof *conversions)];
        if (below(4) == 0)
            strcat(format, below(3) ? " " : below(2) ? "\xc3\xa4" : "x");
        if (numbered && *conversion != '%')
            sprintf(format + strlen(format), "%%%d$%s", order[i] + 1, conversion);
        else
            sprintf(format + strlen(format), "%%%s", conversion);
    }
}

static wchar_t *widened(const char *s) {
    size_t n = mbstowcs(0, s, 0);
    if (n == (size_t)-1)
        return 0;
    wchar_t *wide = (wchar_t *)block((n + 1) * sizeof *wide);
    mbstowcs(wide, s, n + 1);
    return wide;
}

#define CALL(function, from, format, s) function(from, format, (s).bytes[0], (s).bytes[1], (s).bytes[2], (s).bytes[3])

static void scanning(void) {
    char format[200], input[200];
    random_format(format, below(4) == 0);
    random_pieces(input, 7);
    char *exact = copy_of(input), *shape = copy_of(format);
    struct storage a, b;
    memset(&a, 0x55, sizeof a), memset(&b, 0x55, sizeof b);
    int n = CALL(sscanf, exact, shape, a), m = CALL(rt___isoc99_sscanf, exact, shape, b);
    CHECK(n == m && memcmp(&a, &b, sizeof a) == 0, "sscanf '%s' of '%s' (%d): %d %d", format, input, utf8, n, m);
    wchar_t *wide = widened(input), *wide_format = widened(format);
    /* glibc puts a second zero behind a text of bytes, which C does not allow. */
    if (wide && wide_format) {
        memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
        n = CALL(swscanf, wide, wide_format, a), m = CALL(rt___isoc99_swscanf, wide, wide_format, b);
        CHECK(n == m && memcmp(&a, &b, sizeof a) == 0, "swscanf '%s' of '%s' (%d): %d %d", format, input, utf8, n, m);
    }
    free(exact), free(shape), free(wide), free(wide_format);
}

static const char *const digits[] = {"0", "1", "12", "9", "7f", "0x", "0X1f", "ff", "077", "z", "Z", "+", "-", " ", "\t", ".", "e", "e5", "E-3", "p4", "inf", "INFINITY", "nan", "nan(12)", "9999999999", "18446744073709551615", "\xc3\xa4", "(", "_"};

#define INTEGER(name)                                                                                                 \
    do {                                                                                                              \
        wchar_t *e = 0, *f = 0;                                                                                       \
        errno = *rt___errno_location() = 0;                                                                           \
        __auto_type x = name(s, &e, base);                                                                            \
        __auto_type y = rt_##name(s, &f, base);                                                                       \
        CHECK(x == y && e == f && errno == *rt___errno_location(), #name " of '%ls' in base %d: %lld %lld, ends %td %td", s, base, (long long)x, (long long)y, e - s, f - s); \
    } while (0)

#define REAL(type, name)                                                                                              \
    do {                                                                                                              \
        wchar_t *e = 0, *f = 0;                                                                                       \
        errno = *rt___errno_location() = 0;                                                                           \
        type x = name(s, &e), y = rt_##name(s, &f);                                                                   \
        CHECK((x == y || (x != x && y != y)) && e == f && errno == *rt___errno_location(), #name " of '%ls': %Lg %Lg, ends %td %td, errno %d %d", s, (long double)x, (long double)y, e - s, f - s, errno, *rt___errno_location()); \
    } while (0)

static void numbers(void) {
    char text[200] = "";
    for (size_t n = below(6); n > 0; n--)
        strcat(text, digits[below(sizeof digits / sizeof *digits - 3 * !utf8)]);
    wchar_t *s = widened(text);
    static const int bases[] = {0, 10, 16, 8, 2, 36, 7};
    int base = bases[below(7)];
    INTEGER(wcstol);
    INTEGER(wcstoul);
    INTEGER(wcstoll);
    INTEGER(wcstoull);
    INTEGER(wcstoimax);
    INTEGER(wcstoumax);
    REAL(float, wcstof);
    REAL(double, wcstod);
    REAL(long double, wcstold);
    free(s);
}

static void units(void) {
    static const char *const bits[] = {"a", "Z", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf", "\xc3", "\x80", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80"};
    char s[40] = "";
    for (size_t n = below(5); n > 0; n--)
        strcat(s, bits[below(utf8 ? 11 : 3)]);
    char *exact = copy_of(s);
    int kind = (int)below(3);
    size_t at = 0, length = strlen(s) + 1;
    mbstate_t a = {0}, b = {0};
    for (int steps = 0; at < length && steps < 40; steps++) {
        char32_t x = 0x55, y = 0x55;
        size_t limit = 1 + below(length - at), n, m;
        n = kind == 0 ? mbrtoc8((void *)&x, exact + at, limit, &a) : kind == 1 ? mbrtoc16((void *)&x, exact + at, limit, &a) : mbrtoc32(&x, exact + at, limit, &a);
        m = kind == 0 ? rt_mbrtoc8((void *)&y, exact + at, limit, &b) : kind == 1 ? rt_mbrtoc16((void *)&y, exact + at, limit, &b) : rt_mbrtoc32(&y, exact + at, limit, &b);
        CHECK(n == m && x == y, "mbrtoc of kind %d at %zu of '%s': %zd %zd, %x %x", kind, at, s, n, m, x, y);
        if (n == (size_t)-1 || n != m)
            break;
        at += n == (size_t)-2 ? limit : n == (size_t)-3 ? 0 : n == 0 ? 1 : n;
    }
    free(exact);
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    static const char16_t sixteen[] = {0, 'a', 0xe4, 0x20ac, 0xd83d, 0xde00, 0xd800, 0xdbff, 0xdfff, 0xffff};
    static const unsigned char eight[] = {0, 'a', 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xf4, 0x90, 0xff, 0xe0, 0xc0};
    for (int i = 0; i < 8; i++) {
        char x[16] = "", y[16] = "";
        char16_t c = sixteen[below(10)];
        unsigned char d = eight[below(18)];
        errno = *rt___errno_location() = 0;
        size_t n = kind == 0 ? c8rtomb(x, d, &a) : kind == 1 ? c16rtomb(x, c, &a) : c32rtomb(x, c, &a);
        size_t m = kind == 0 ? rt_c8rtomb(y, d, &b) : kind == 1 ? rt_c16rtomb(y, c, &b) : rt_c32rtomb(y, c, &b);
        CHECK(n == m && memcmp(x, y, 16) == 0 && errno == *rt___errno_location(), "rtomb of kind %d of %x %x: %zd %zd, step %d", kind, c, d, n, m, i);
        if (n == (size_t)-1)
            break;
    }
}

static void spaces(void) {
    for (wint_t c = 0; c < 0x110000; c++)
        CHECK(!iswspace(c) == !rt_iswspace(c), "iswspace of %x", c);
}

void test_wide_io(void) {
    static const char *const locales[] = {"C", "C.UTF-8"};
    for (int i = 0; i < 2; i++)
        sprintf(names[i], "/tmp/braid-wide-%d-%d", (int)getpid(), i);
    for (utf8 = 0; utf8 < 2; utf8++) {
        setlocale(LC_ALL, locales[utf8]), rt_setlocale(LC_ALL, locales[utf8]);
        spaces();
        for (int i = 0; i < ROUNDS; i++) {
            scanning();
            numbers();
            units();
            if (i % 8)
                continue;
            writing();
            printing();
            reading();
            giving_back();
        }
    }
    setlocale(LC_ALL, "C"), rt_setlocale(LC_ALL, "C");
    for (int i = 0; i < 2; i++)
        unlink(names[i]);
}
