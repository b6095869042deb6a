/* Old numbers, random numbers with a state, dates from text, and functions that stand for themselves, against those of libc on random inputs. */
#include "native.h"

#include <limits.h>
#include <sys/select.h>
#include <sys/sysmacros.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <time.h>
#include <wchar.h>

RT(ecvt_r); RT(fcvt_r); RT(qecvt_r); RT(qfcvt_r); RT(gcvt); RT(qgcvt); RT(ecvt); RT(strfromd); RT(strfromf); RT(strfroml); RT(strtof32); RT(strtof64x);
RT(random_r); RT(srandom_r); RT(initstate_r); RT(setstate_r); RT(random); RT(srandom); RT(initstate); RT(setstate);
RT(drand48_r); RT(erand48_r); RT(lrand48_r); RT(nrand48_r); RT(mrand48_r); RT(jrand48_r); RT(srand48_r); RT(seed48_r); RT(lcong48_r); RT(lcong48); RT(lrand48); RT(srand48);
RT(getsubopt); RT(rpmatch); RT(memfrob); RT(confstr); RT(strerrorname_np); RT(strerrordesc_np); RT(sigabbrev_np); RT(dysize); RT(strptime); RT(wcsftime);
long __fdelt_chk(long);
RT(gnu_dev_major); RT(gnu_dev_minor); RT(gnu_dev_makedev); RT(__fdelt_chk);
RT(valloc); RT(free); RT(strcasecmp_l); RT(strxfrm_l);
extern int *rt___errno_location(void);

enum { ROUNDS = 6000, ROOM = 400 };

static double random_real(void) {
    switch (below(6)) {
    case 0: return (double)below(1000000) / 1000;
    case 1: return -(double)below(100000) / 7;
    case 2: { uint64_t bits = random_bits(); double x; memcpy(&x, &bits, 8); return x; }
    case 3: return ldexp((double)below(1000), (int)below(60) - 30);
    case 4: return below(2) ? 0.0 : -0.0;
    default: return (double)below(20);
    }
}

#define OLD(name, value)                                                                                              \
    do {                                                                                                              \
        char a[ROOM] = "", b[ROOM] = "";                                                                              \
        int p = -9, q = -9, s = -9, t = -9, n, m;                                                                     \
        n = name(value, digits, &p, &s, a, room), m = rt_##name(value, digits, &q, &t, b, room);                      \
        CHECK(n == m && p == q && !s == !t && strcmp(a, b) == 0, #name " of %Lg, %d digits in %zu: %d %d, %d %d, %d %d, '%s' '%s'", (long double)value, digits, room, n, m, p, q, s, t, a, b); \
    } while (0)

static void old_numbers(void) {
    double x = random_real();
    long double y = x / 3;
    int digits = (int)below(30) - 5;
    size_t room = below(8) ? ROOM : below(20);
    if (fabs(x) < 1e200) {
        OLD(ecvt_r, x);
        OLD(fcvt_r, x);
        OLD(qecvt_r, y);
        OLD(qfcvt_r, y);
    }
    char a[ROOM] = "", b[ROOM] = "";
    gcvt(x, digits, a), rt_gcvt(x, digits, b);
    CHECK(strcmp(a, b) == 0, "gcvt: %s %s", a, b);
    qgcvt(y, digits, a), rt_qgcvt(y, digits, b);
    CHECK(strcmp(a, b) == 0, "qgcvt: %s %s", a, b);
    char format[20];
    if (below(3))
        sprintf(format, "%%.%d%c", (int)below(20), "aAeEfFgG"[below(8)]);
    else
        sprintf(format, "%%%c", "aAeEfFgG"[below(8)]);
    size_t size = below(40);
    /* glibc writes beyond one byte. */
    size += size == 1;
    memset(a, 7, ROOM), memset(b, 7, ROOM);
    int n = strfromd(a, size, format, x), m = rt_strfromd(b, size, format, x);
    CHECK(n == m && memcmp(a, b, ROOM) == 0, "strfromd: %d %d, '%s' '%s'", n, m, a, b);
    n = strfromf(a, size, format, (float)x), m = rt_strfromf(b, size, format, (float)x);
    CHECK(n == m && memcmp(a, b, ROOM) == 0, "strfromf: %d %d, '%s' '%s'", n, m, a, b);
    n = strfroml(a, size, format, y), m = rt_strfroml(b, size, format, y);
    CHECK(n == m && memcmp(a, b, ROOM) == 0, "strfroml: %d %d, '%s' '%s'", n, m, a, b);
    CHECK(strtof32("1.1", 0) == rt_strtof32("1.1", 0) && strtof64x("1.1", 0) == rt_strtof64x("1.1", 0), "strtof32");
}

static void random_states(void) {
    static char memory[2][2][260] __attribute__((aligned(16)));
    static const size_t sizes[] = {7, 8, 31, 32, 64, 100, 128, 256, 260};
    struct random_data a = {0}, b = {0};
    size_t size = sizes[below(9)];
    unsigned seed = (unsigned)below(5) * 77777;
    int n = initstate_r(seed, memory[0][0], size, &a), m = rt_initstate_r(seed, memory[1][0], size, &b);
    CHECK(n == m, "initstate_r of %zu: %d %d", size, n, m);
    if (n == 0) {
        initstate_r(seed + 1, memory[0][1], 64, &a), rt_initstate_r(seed + 1, memory[1][1], 64, &b);
        for (int i = 0; i < 150; i++) {
            int32_t x, y;
            random_r(&a, &x), rt_random_r(&b, &y);
            CHECK(x == y, "random_r %d of %zu: %d %d", i, size, x, y);
            if (below(12) == 0) {
                int which = (int)below(2);
                setstate_r(memory[0][which], &a), rt_setstate_r(memory[1][which], &b);
            }
        }
    }
    size = size < 8 ? 8 : size;
    char *first = 0, *before = initstate(seed, memory[0][0], size), *own = rt_initstate(seed, memory[1][0], size);
    for (int i = 0; i < 20; i++)
        CHECK(random() == rt_random(), "random %d behind initstate", i);
    setstate(before), rt_setstate(own);
    CHECK(random() == rt_random(), "random behind setstate");
}

static void random_48(void) {
    struct drand48_data a = {0}, b = {0};
    unsigned short words[7], x[3], y[3];
    for (int i = 0; i < 7; i++)
        words[i] = (unsigned short)random_bits();
    memcpy(x, words, 6), memcpy(y, words, 6);
    srand48_r(5, &a), rt_srand48_r(5, &b);
    for (int i = 0; i < 12; i++) {
        double d = 0, e = 0;
        long p = 0, q = 0;
        switch (below(9)) {
        case 0: drand48_r(&a, &d), rt_drand48_r(&b, &e); break;
        case 1: lrand48_r(&a, &p), rt_lrand48_r(&b, &q); break;
        case 2: mrand48_r(&a, &p), rt_mrand48_r(&b, &q); break;
        case 3: erand48_r(x, &a, &d), rt_erand48_r(y, &b, &e); break;
        case 4: nrand48_r(x, &a, &p), rt_nrand48_r(y, &b, &q); break;
        case 5: jrand48_r(x, &a, &p), rt_jrand48_r(y, &b, &q); break;
        case 6: srand48_r(i, &a), rt_srand48_r(i, &b); break;
        case 7: seed48_r(words, &a), rt_seed48_r(words, &b); break;
        case 8: lcong48_r(words, &a), rt_lcong48_r(words, &b);
        }
        CHECK(d == e && p == q && memcmp(x, y, 6) == 0, "48 bits: %g %g, %ld %ld", d, e, p, q);
    }
    lcong48(words), rt_lcong48(words);
    CHECK(lrand48() == rt_lrand48(), "lcong48");
    srand48(3), rt_srand48(3);
    CHECK(lrand48() == rt_lrand48(), "srand48");
}

static void options(void) {
    char *tokens[] = {"ab", "a", "b", "abc", 0};
    char *s = random_string(12, "abc,="), *t = copy_of(s), *p = s, *q = t;
    for (int i = 0; i < 12 && *p; i++) {
        char *v = 0, *w = 0;
        int n = getsubopt(&p, tokens, &v), m = rt_getsubopt(&q, tokens, &w);
        CHECK(n == m && p - s == q - t && !v == !w && (!v || (v - s == w - t && strcmp(v, w) == 0)), "getsubopt: %d %d", n, m);
    }
    free(s), free(t);
}

static void dates(void) {
    static const char *const formats[] = {"%Y-%m-%d", "%H:%M:%S", "%a %b %d", "%A", "%B", "%d", "%j", "%y", "%C", "%I", "%p", "%T", "%D", "%F", "%c", "%r", "%R", "%z", "%Z", "%s", "%u", "%w", "%U", "%W", "%V", "%G", "%g",
                                          "%n", "%%", "%EX", "%e", "%k", "%l", "x", " ", "%m", "%h", "%x", "%X", "%Y %j", "%Y %U %a", "%Y %W %u", "%I %p", "%C %y", "%t", "%q", "%EH", "%-d", "%_H"};
    static const char *const texts[] = {"2024", "1", "12", "31", "366", "7", "0", "05", "-", ":", " ", "  ", "Mon", "monday", "SUN", "Febr", "feb", "December", "am", "PM", "/", "+0130", "-05:30", "Z", "UTC", "%", "x", "99", "1969", "59", "61", "1234"};
    char format[100] = "", text[200] = "";
    struct tm a, b;
    for (size_t n = 1 + below(3); n > 0; n--) {
        strcat(format, formats[below(sizeof formats / sizeof *formats)]);
        if (below(2))
            strcat(format, " ");
    }
    if (below(2)) {
        time_t now = (time_t)below(2000000000u);
        strftime(text, sizeof text, format, gmtime(&now));
    } else {
        for (size_t n = below(6); n > 0; n--)
            strcat(text, texts[below(sizeof texts / sizeof *texts)]);
    }
    /* glibc's strptime has 64 bits of seconds where programs have 32. */
    if (sizeof(time_t) == 4 && strstr(format, "%s"))
        return;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    a.tm_mday = b.tm_mday = 1;
    char *p = strptime(text, format, &a), *q = rt_strptime(text, format, &b);
    CHECK(p == q, "strptime '%s' of '%s': %td %td", format, text, p ? p - text : -1, q ? q - text : -1);
    /* Of a day of the year that there is not, glibc looks beyond its table. */
    CHECK(!p || a.tm_yday > 364 || (a.tm_year == b.tm_year && a.tm_mon == b.tm_mon && a.tm_mday == b.tm_mday && a.tm_hour == b.tm_hour && a.tm_min == b.tm_min && a.tm_sec == b.tm_sec && a.tm_wday == b.tm_wday && a.tm_yday == b.tm_yday && a.tm_gmtoff == b.tm_gmtoff),
          "strptime '%s' of '%s': %d-%d-%d %d:%d:%d w%d y%d z%ld, %d-%d-%d %d:%d:%d w%d y%d z%ld", format, text, a.tm_year, a.tm_mon, a.tm_mday, a.tm_hour, a.tm_min, a.tm_sec, a.tm_wday, a.tm_yday, a.tm_gmtoff,
          b.tm_year, b.tm_mon, b.tm_mday, b.tm_hour, b.tm_min, b.tm_sec, b.tm_wday, b.tm_yday, b.tm_gmtoff);
    p = strptime("17", "%Od", &a), q = rt_strptime("17", "%Od", &b);
    CHECK(p && q && a.tm_mday == b.tm_mday, "%%Od");
    wchar_t wide[100], x[64], y[64];
    time_t now = (time_t)below(2000000000u);
    swprintf(wide, 100, L"\u20ac%s\u00e4", format);
    size_t room = below(64), n, m;
    if (strstr(format, "%s") || strstr(format, "%q"))
        return;
    n = wcsftime(x, room, wide, gmtime(&now)), m = rt_wcsftime(y, room, wide, gmtime(&now));
    CHECK(n == m && (n == 0 || wcscmp(x, y) == 0), "wcsftime '%ls': %zu %zu", wide, n, m);
}

static void tables(void) {
    for (int i = -2; i < 140; i++) {
        const char *x = strerrorname_np(i), *y = rt_strerrorname_np(i);
        CHECK(!x == !y && (!x || strcmp(x, y) == 0), "strerrorname_np of %d: %s %s", i, x, y);
        x = strerrordesc_np(i), y = rt_strerrordesc_np(i);
        CHECK(!x == !y && (!x || strcmp(x, y) == 0), "strerrordesc_np of %d: %s %s", i, x, y);
        x = sigabbrev_np(i), y = rt_sigabbrev_np(i);
        CHECK(!x == !y && (!x || strcmp(x, y) == 0), "sigabbrev_np of %d: %s %s", i, x, y);
    }
    for (int i = -1; i < 10; i++) {
        char a[64] = "", b[64] = "";
        size_t room = below(40), n = confstr(i, a, room), m = rt_confstr(i, b, room);
        CHECK(i == 2 || i == 3 || (n == m && strcmp(a, b) == 0), "confstr of %d: %zu %zu, %s %s", i, n, m, a, b);
    }
    for (int year = 1800; year < 2500; year++)
        CHECK(dysize(year) == rt_dysize(year), "dysize of %d", year);
    static const char *const answers[] = {"yes", "Y", "no", "N", "", "x", " y"};
    for (int i = 0; i < 7; i++)
        CHECK(rpmatch(answers[i]) == rt_rpmatch(answers[i]), "rpmatch of '%s'", answers[i]);
    char a[] = "some text", b[] = "some text";
    CHECK(memcmp(memfrob(a, 9), rt_memfrob(b, 9), 10) == 0, "memfrob");
    for (int i = 0; i < 1000; i++) {
        dev_t device = random_bits();
        unsigned high = (unsigned)random_bits(), low = (unsigned)random_bits();
        CHECK(gnu_dev_major(device) == rt_gnu_dev_major(device) && gnu_dev_minor(device) == rt_gnu_dev_minor(device) && gnu_dev_makedev(high, low) == rt_gnu_dev_makedev(high, low), "gnu_dev_major");
        CHECK(__fdelt_chk(i) == rt___fdelt_chk(i), "__fdelt_chk of %d", i);
    }
    void *page = rt_valloc(10);
    CHECK((uintptr_t)page % 4096 == 0, "valloc");
    rt_free(page);
    CHECK(rt_strcasecmp_l("AbC", "aBc", 0) == 0 && rt_strxfrm_l(a, "abc", 4, 0) == 3, "strcasecmp_l");
}

void test_odds(void) {
    setlocale(LC_ALL, "C.UTF-8");
    srandom(1), rt_srandom(1);
    for (int i = 0; i < ROUNDS; i++) {
        old_numbers();
        options();
        dates();
        dates();
        if (i % 20)
            continue;
        random_states();
        random_48();
    }
    tables();
    setlocale(LC_ALL, "C");
}
