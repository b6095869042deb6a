/* Characters, and strings to numbers. */
#include "native.h"

#include <ctype.h>
#include <fenv.h>
#include <inttypes.h>

RT(isupper); RT(islower); RT(isalpha); RT(isdigit); RT(isxdigit); RT(isspace); RT(isprint); RT(isgraph); RT(isblank);
RT(iscntrl); RT(ispunct); RT(isalnum); RT(tolower); RT(toupper); RT(isascii); RT(toascii);
RT(__ctype_b_loc); RT(__ctype_tolower_loc); RT(__ctype_toupper_loc);
RT(atoi); RT(atol); RT(atoll); RT(strtol); RT(strtoul); RT(strtoll); RT(strtoull); RT(strtoimax); RT(strtoumax);
RT(strtod); RT(strtof); RT(strtold); RT(atof); RT(__errno_location);
long rt___isoc23_strtol(const char *, char **, int);
#define rt_errno (*rt___errno_location())

void test_characters(void) {
    for (int c = -1; c < 256; c++) {
#define SAME(f) CHECK(rt_##f(c) == (f)(c), "%d: %d", c, rt_##f(c))
        SAME(isupper); SAME(islower); SAME(isalpha); SAME(isdigit); SAME(isxdigit); SAME(isspace); SAME(isprint);
        SAME(isgraph); SAME(isblank); SAME(iscntrl); SAME(ispunct); SAME(isalnum); SAME(tolower); SAME(toupper);
        SAME(isascii); SAME(toascii);
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*rt___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*rt___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*rt___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
}

/* A text that looks like a number more often than not. */
static char *integer_text(void) {
    static const char *const signs[] = {"", "", "-", "+", " ", "\t-", "--"};
    static const char *const prefixes[] = {"", "", "0x", "0X", "0", "0b", "x"};
    static const char *const alphabets[] = {"0123456789", "01", "0123456789abcdefABCDEF", "0123456789azAZ_ \n"};
    static const char *const ends[] = {"", "", "z", ".", "\x80", "/", ":", "@", "`"};
    char *digits = random_string(below(4) ? 10 : 24, alphabets[below(4)]), *s = block(60);
    snprintf(s, 60, "%s%s%s%s", signs[below(7)], prefixes[below(7)], digits, ends[below(9)]);
    free(digits);
    char *exact = copy_of(s);
    free(s);
    return exact;
}

/* Whether a base is one; if not, the sanitizer stores an end where the libc stores none. */
static int is_base(int base) {
    return !SANITIZED || base == 0 || (base >= 2 && base <= 36);
}

static void bounds(void) {
    static const char *const texts[] = {"9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
        "-18446744073709551616", "99999999999999999999", "0x", "-0x", "0xg", "", " ", "-", "+-1", "2147483648"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int base = 0; base <= 37; base++) {
            char *end = 0, *other = 0;
            errno = rt_errno = 0;
            CHECK(rt_strtol(texts[i], &end, base) == strtol(texts[i], &other, base), "'%s' %d", texts[i], base);
            CHECK((end == other || !is_base(base)) && rt_errno == errno, "'%s' %d: %d %d", texts[i], base, rt_errno, errno);
            errno = rt_errno = 0;
            CHECK(rt_strtoul(texts[i], &end, base) == strtoul(texts[i], &other, base), "'%s' %d", texts[i], base);
            CHECK((end == other || !is_base(base)) && rt_errno == errno, "'%s' %d: %d %d", texts[i], base, rt_errno, errno);
        }
}

void test_integers(void) {
    static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, -1, 37};
    bounds();
    for (int i = 0; i < 40000; i++) {
        char *s = integer_text(), *end = 0, *other = 0;
        int base = bases[below(10)];
#define PARSE(f)                                                                                                      \
    do {                                                                                                              \
        errno = rt_errno = 0;                                                                                         \
        CHECK(rt_##f(s, &end, base) == f(s, &other, base), "'%s' base %d", s, base);                                  \
        CHECK((end == other || !is_base(base)) && rt_errno == errno, "'%s' base %d: errno %d %d", s, base, rt_errno, errno);              \
    } while (0)
        PARSE(strtol); PARSE(strtoul); PARSE(strtoll); PARSE(strtoull); PARSE(strtoimax); PARSE(strtoumax);
        CHECK(rt_atoi(s) == atoi(s) && rt_atol(s) == atol(s) && rt_atoll(s) == atoll(s), "'%s'", s);
        CHECK(rt_strtol(s, 0, 10) == strtol(s, 0, 10), "'%s'", s);
        free(s);
    }
    char *end;
    CHECK(rt___isoc23_strtol("0b101z", &end, 0) == 5 && *end == 'z', "0b");
    CHECK(rt___isoc23_strtol("-0B11", &end, 2) == -3 && *end == 0, "0B");
}

/* Whether a subnormal number in base 16 is exact, and so whether errno is set, glibc does not always see. */
static void parse_real(const char *s) {
    char *end = 0, *other = 0;
#define PARSE_REAL(f, type)                                                                                           \
    do {                                                                                                              \
        type x, y;                                                                                                    \
        memset(&x, 0, sizeof x), memset(&y, 0, sizeof y);                                                             \
        errno = rt_errno = 0;                                                                                         \
        x = rt_##f(s, &end), y = f(s, &other);                                                                        \
        CHECK(memcmp(&x, &y, sizeof x == 16 ? 10 : sizeof x) == 0, "'%s': %.25Lg %.25Lg", s, (long double)x, (long double)y); \
        CHECK(end == other && (rt_errno == errno || strchr(s, 'x')), "'%s': errno %d %d, end %td %td", s, rt_errno, errno, end - s, other - s); \
    } while (0)
    PARSE_REAL(strtod, double);
    PARSE_REAL(strtof, float);
    PARSE_REAL(strtold, long double);
    CHECK(memcmp(&(double){rt_atof(s)}, &(double){atof(s)}, 8) == 0, "'%s'", s);
}

/* The same in another rounding than to nearest, without errno: when glibc takes a rounded number for too small is its own affair. */
static void parse_directed(const char *s) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    int mode = modes[below(3)];
#define PARSE_DIRECTED(f, type)                                                                                       \
    do {                                                                                                              \
        type x, y;                                                                                                    \
        char *end = 0, *other = 0;                                                                                    \
        memset(&x, 0, sizeof x), memset(&y, 0, sizeof y);                                                             \
        fesetround(mode);                                                                                             \
        x = rt_##f(s, &end), y = f(s, &other);                                                                        \
        fesetround(FE_TONEAREST);                                                                                     \
        CHECK(memcmp(&x, &y, sizeof x == 16 ? 10 : sizeof x) == 0 && end == other, "'%s' in mode %x: %.25Lg %.25Lg", s, (unsigned)mode, \
              (long double)x, (long double)y);                                                                        \
    } while (0)
    PARSE_DIRECTED(strtod, double);
    PARSE_DIRECTED(strtof, float);
    PARSE_DIRECTED(strtold, long double);
}

/* The number half-way between two neighbours, written exactly; and just beside it. */
static void half_way(void) {
    static char text[1200];
    union { uint64_t bits; double value; } u = {random_bits() & 0x7fffffffffffffff}, next = {u.bits + 1};
    if (next.bits >> 52 >= 0x7ff)
        return;
    long double middle = ((long double)u.value + (long double)next.value) / 2;
    int n = snprintf(text, 1100, "%.780Le", middle);
    parse_real(text);
    parse_directed(text);
    char *e = strchr(text, 'e');
    memmove(e + 1, e, (size_t)(text + n - e) + 1);
    *e = '1';
    parse_real(text);
}

void test_reals(void) {
    static const char *const texts[] = {"0", "-0", "1", "1.5", ".5", "5.", ".", "-.", "e5", "1e", "1e+", "1e5", "1E-5", "0x1p3",
        "0x1.8p-2", "0x.8", "0x", "0x.", "0xp1", "0x1p", "inf", "-INF", "infinity", "infinit", "nan", "nan(abc)", "nan(", "nan(+)",
        "NaN()", "-nan", "1e400", "-1e400", "1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308", "9007199254740993",
        "1e99999999999", "1e-99999999999", "0e99999999999", "0x1p99999", "0x1p-99999", "0x1.fffffffffffff8p1023", "3.4028236e38",
        "1e-4940", "1e4932", "1.18973149535723176508575932662800702e4932", "3.6e-4951", "1e4950", " \t+7.25x", "0x1.00000000000008p0",
        "123456789012345678901234567890", "0.000000000000000000000000000000000000001", "1e0022", "1e00000000000000000001", "0e400", "0.0e-400", "0e320",
        "1e342", "1e343", "1e-342", "1e-343", "0.0000000000001e350", "0.0000000000001e320", "9999999999999999999e-343", "1e65", "1e66", "1e-66", "5e-324", "3e-324",
        "1e-45", "7e-46", "0.7e-45", "1.1754943e-38", "1.17549429e-38"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        parse_real(texts[i]);
        for (int turn = 0; turn < 6; turn++)
            parse_directed(texts[i]);
    }
    for (int i = 0; i < 8000; i++) {
        char text[80];
        char *whole = random_string(22, "0123456789"), *part = random_string(22, "0123456789");
        int e = (int)below(80) - 40;
        switch (below(8)) {
        case 0: snprintf(text, 80, "%s.%s", whole, part); break;
        /* Near the ends of double and of float, where numbers are too small, too large or not normal. */
        case 6: snprintf(text, 80, "%.12s.%.6se%d", whole, part, (below(2) ? -330 : 285) + (int)below(40)); break;
        case 7: snprintf(text, 80, "%.12s.%.6se%d", whole, part, (below(2) ? -65 : 20) + (int)below(40)); break;
        case 1: snprintf(text, 80, "-%s.%se%d", whole, part, e); break;
        case 2: snprintf(text, 80, "%se%d", whole, (int)below(660) - 330); break;
        case 3: snprintf(text, 80, "0x%.10s.%.4sp%d", whole, part, (int)below(2200) - 1100); break;
        case 4: snprintf(text, 80, "0x%s.%.4sp%d", whole, part, (int)below(2200) - 1100); break;
        default: snprintf(text, 80, "%.17g", (double)random_bits() / (double)(random_bits() | 1)); break;
        }
        char *s = copy_of(text);
        parse_real(s);
        parse_directed(s);
        free(s), free(whole), free(part);
    }
    for (int i = 0; i < 60; i++)
        half_way();
}
