/* The printf family over a random grid of formats, with numbers taken as concrete and as symbolic. */
#include "native.h"

#include <fenv.h>

#include <stdarg.h>

RT(snprintf); RT(sprintf); RT(printf); RT(fprintf); RT(dprintf); RT(asprintf); RT(vsnprintf); RT(vprintf); RT(puts);
RT(putchar); RT(fputs); RT(fputc); RT(putc); RT(fwrite); RT(stdout); RT(stderr); RT(perror); RT(__errno_location);
int rt___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int rt___sprintf_chk(char *, int, size_t, const char *, ...);
int rt___printf_chk(int, const char *, ...);
int rt___fprintf_chk(FILE *, int, const char *, ...);

enum { ROOM = 12000 };
static char ours[ROOM], theirs[ROOM];

/* A format: flags, width, precision, then `rest`. */
static const char *format_with(const char *rest) {
    static const char *const widths[] = {"", "", "", "1", "5", "12", "64", "65", "130"};
    static const char *const precisions[] = {"", "", "", ".", ".0", ".1", ".5", ".17", ".70"};
    static char format[40];
    int n = 0;
    format[n++] = '%';
    for (const char *flag = "-0+ #"; *flag; flag++)
        if (below(4) == 0)
            format[n++] = *flag;
    snprintf(format + n, sizeof format - (size_t)n, "%s%s%s", widths[below(9)], precisions[below(9)], rest);
    return format;
}

#define SAME(made, argument)                                                                                          \
    do {                                                                                                              \
        const char *given = made;                                                                                     \
        __auto_type value = argument;                                                                                 \
        size_t room = below(4) ? ROOM : below(12);                                                                    \
        memset(ours, '#', 400), memset(theirs, '#', 400);                                                             \
        int a = rt_snprintf(ours, room, given, value), b = snprintf(theirs, room, given, value);                      \
        size_t compared = room < ROOM ? room + 20 : (size_t)b + 1;                                                    \
        CHECK(a == b && memcmp(ours, theirs, compared) == 0, "'%s' %d %d room %zu: '%.90s' '%.90s'", given, a, b,     \
              room, ours, theirs);                                                                                    \
    } while (0)

static uint64_t integer(void) {
    switch (below(5)) {
    case 0: return below(3) - 1;
    case 1: return below(2000) - 1000;
    case 2: return (uint64_t)1 << below(64);
    case 3: return ((uint64_t)1 << below(64)) - 1;
    default: return random_bits() >> below(64);
    }
}

static void integers(void) {
    static const char *const conversions[] = {"d", "i", "u", "x", "X", "o", "b"};
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    for (int i = 0; i < 120000; i++) {
        char rest[6];
        snprintf(rest, sizeof rest, "%s%s", lengths[below(8)], conversions[below(7)]);
        uint64_t n = integer();
        all_symbolic = i % 2;
        SAME(format_with(rest), n);
    }
    all_symbolic = 0;
}

static void reals(void) {
    static const double fixed[] = {0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 0.125, 9.5, 9.99999, 99999.5, 999999.5, 1e5, 1e6, 1e15, 1e16, 1e21,
        1e22, 1e23, 1e100, 1e-4, 1e-5, 0.00012345, 123456789.0, 1.7976931348623157e308, 4.9e-324, 2.2250738585072014e-308,
        __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 0.3, 1.0 / 3, 3.14159265358979, 0x1.fffffffffffffp0};
    static const int modes[] = {FE_TONEAREST, FE_TONEAREST, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static const char *const conversions[] = {"f", "F", "e", "E", "g", "G", "a", "A"};
    for (int i = 0; i < 40000; i++) {
        union { uint64_t bits; double value; } u = {random_bits()};
        double small = (double)(int64_t)integer() / (double)(1 << below(20));
        double real = below(3) == 0 ? u.value : below(2) ? fixed[below(sizeof fixed / sizeof *fixed)] : small;
        const char *format = format_with(conversions[below(8)]);
        /* glibc forgets the zeros of %#g if rounding made the number longer, which happens to none of these. */
        if (strchr(format, '#') && strpbrk(format, "gG"))
            real = small;
        all_symbolic = i % 2;
        fesetround(modes[below(6)]);
        SAME(format, real);
        fesetround(FE_TONEAREST);
    }
    all_symbolic = 0;
    static const char *const long_conversions[] = {"Lf", "Le", "Lg", "La", "LA"};
    for (int i = 0; i < 6000; i++) {
        long double real = (long double)(int64_t)integer() / (long double)(integer() | 1);
        const char *format = format_with(long_conversions[below(5)]);
        fesetround(modes[below(6)]);
        SAME(format, real);
        fesetround(FE_TONEAREST);
    }
    for (int i = 0; i < 40; i++) {
        long double real = __builtin_ldexpl((long double)random_bits(), (int)below(32000) - 16400);
        SAME(format_with(long_conversions[below(5)]), real);
    }
}

static void texts(void) {
    for (int i = 0; i < 20000; i++) {
        char *s = random_string(20, "abc \xff");
        SAME(format_with("s"), s);
        SAME(format_with("c"), (int)below(256));
        SAME(format_with("p"), (void *)(below(3) ? integer() : 0));
        SAME(format_with("s"), (char *)0);
        /* A precision stops before memory does. */
        size_t n = strlen(s);
        char *open = memcpy(block(n), s, n);
        rt_snprintf(ours, ROOM, "<%.*s>", (int)n, open);
        snprintf(theirs, ROOM, "<%.*s>", (int)n, open);
        CHECK(strcmp(ours, theirs) == 0, "'%s' '%s'", ours, theirs);
        free(open), free(s);
    }
    errno = *rt___errno_location() = ENOENT;
    SAME("%m|%%|%5s|", (char *)"x");
    SAME("plain%s", (char *)"");
        for (int w = -70; w < 70; w += 7) {
        int a = rt_snprintf(ours, ROOM, "%*d|%.*d|%*s", w, 42, w, 42, w, "ab");
        int b = snprintf(theirs, ROOM, "%*d|%.*d|%*s", w, 42, w, 42, w, "ab");
        CHECK(a == b && strcmp(ours, theirs) == 0, "'%s' '%s'", ours, theirs);
    }
    int a = rt_snprintf(ours, ROOM, "%d %s %c %ld %f %x %d %d %d %g %g %g %g %g %g %g %g %g %Lg %s", 1, "two", '3', 4L, 5.0, 6, 7, 8, 9,
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0L, "end");
    int b = snprintf(theirs, ROOM, "%d %s %c %ld %f %x %d %d %d %g %g %g %g %g %g %g %g %g %Lg %s", 1, "two", '3', 4L, 5.0, 6, 7, 8, 9,
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0L, "end");
    CHECK(a == b && strcmp(ours, theirs) == 0, "'%s' '%s'", ours, theirs);
    CHECK(rt_snprintf(0, 0, "%d %s", 12, "abc") == 6, "no memory");
}

static void streams(void) {
    static const char expected[] = "1 two\nputs\ncabytes<  7>+1\n8 9 chk x\nfoo: No such file or directory\n";
    written_count = 0;
    CHECK(rt_printf("%d %s\n", 1, "two") == 6, "printf");
    CHECK(rt_puts("puts") >= 0, "puts");
    CHECK(rt_putchar('c') == 'c' && rt_fputc('a', rt_stdout) == 'a', "fputc");
    CHECK(rt_fwrite("bytes", 1, 5, rt_stdout) == 5 && rt_fputs("<  ", rt_stderr) >= 0, "fwrite");
    CHECK(rt_fprintf(rt_stdout, "%d>", 7) == 2 && rt_dprintf(2, "%+d\n", 1) == 3, "fprintf");
    rt___printf_chk(1, "%d ", 8);
    rt___fprintf_chk(rt_stderr, 1, "%d", 9);
    rt___snprintf_chk(ours, 8, 1, 8, " chk%s", " x");
    rt_fputs(ours, rt_stdout);
    rt_putc('\n', rt_stdout);
    *rt___errno_location() = ENOENT;
    rt_perror("foo");
    CHECK(written_count == sizeof expected - 1 && memcmp(written, expected, written_count) == 0, "'%s'", written);
    char *made = 0;
    CHECK(rt_asprintf(&made, "%s-%05d", "made", 42) == 10 && strcmp(made, "made-00042") == 0, "'%s'", made);
    free(made);
    CHECK(rt_sprintf(ours, "%s", "abc") == 3 && strcmp(ours, "abc") == 0, "sprintf");
}

static void overflow(void) {
    rt___sprintf_chk(ours, 1, 4, "%d", 12345);
}

/* Arguments by number, in any order, some more than once. */
static void numbered(void) {
    static const char *const parts[] = {"%1$d", "%1$5x", "%2$s", "%2$.2s", "%3$g", "%3$8.3f", "%4$lld", "%1$*5$d", "%3$-*5$.*1$f|", "%5$c", "%%", "%6$Lf"};
    char theirs[400];
    for (int i = 0; i < 3000; i++) {
        char format[200] = "%1$d %2$s %3$f %4$lld %5$d %6$Lf";
        for (size_t n = below(5); n > 0; n--)
            strcat(format, parts[below(12)]);
        int small = (int)below(12), wide = (int)below(20);
        double real = (double)(int)random_bits() / 1024;
        long long large = (long long)random_bits();
        int n = snprintf(theirs, sizeof theirs, format, small, "word", real, large, wide, 2.5L);
        int m = rt_snprintf(ours, ROOM, format, small, "word", real, large, wide, 2.5L);
        CHECK(n == m && strcmp(theirs, ours) == 0, "%s: '%s' '%s'", format, theirs, ours);
    }
}

static void refusals(void) {
    int code;
    CHECK(ending_of(overflow, &code) == ABORTED, "sprintf beyond the known size");
    int n = 0;
    long m = 0;
    signed char k = 0;
    rt_snprintf(ours, 4, "%d%n%s%ln%hhn", 12, &n, "abcdef", &m, &k);
    CHECK(n == 2 && m == 8 && k == 8, "%%n: %d %ld %d", n, m, k);
}

void test_printf(void) {
    integers();
    reals();
    texts();
    streams();
    numbered();
    refusals();
}
