/* sscanf and fscanf on random inputs and formats. */
#include "native.h"

RT(sscanf); RT(fscanf); RT(fmemopen); RT(fclose); RT(ftell);
int rt___isoc99_sscanf(const char *, const char *, ...);
int rt___isoc23_sscanf(const char *, const char *, ...);
extern int *rt___errno_location(void);

enum { ROUNDS = 40000, ROOM = 64 };

/* Storage for up to four conversions, as large as any needs. */
struct storage {
    char bytes[4][ROOM];
};

static const char *const conversions[] = {"d", "i", "u", "x", "X", "o", "hd", "hhd", "ld", "lld", "hu", "lu", "zd", "jd", "td", "f", "lf", "Lf", "e", "lg", "a",
                                          "s", "5s", "c", "3c", "[a-c]", "[^ ]", "[]x]", "[^]1]", "p", "n", "hhn", "ln", "%", "*d", "*s", "*c", "*lf", "2d", "3i", "1x", "2x", "3x", "4lf", "1lf", "2lf", "6lf", "10s", "20[0-9]"};

static void random_format(char *format) {
    *format = 0;
    for (size_t n = 1 + below(4); n > 0; n--) {
        if (below(4) == 0)
            strcat(format, below(3) ? " " : below(2) ? "," : "x");
        strcat(format, "%");
        strcat(format, conversions[below(sizeof conversions / sizeof *conversions)]);
    }
}

static const char *const pieces[] = {"0", "1", "12", "-", "+", "0x", "0X1f", "ff", "077", "089", ".", "1.5", "e", "e5", "E-3", "p", "p4", "0x1.8p3", "inf", "infinity", "INFIN", "nan", "na", "abc", "cab", "x", "]", ",", " ", "  ", "\n", "\t", "%", "9999999999", "99999999999999999999", "(nil)", "0b1", "1e400", "4.9e-324", "."};

static void random_input(char *input) {
    *input = 0;
    for (size_t n = below(7); n > 0; n--)
        strcat(input, pieces[below(sizeof pieces / sizeof *pieces)]);
}

#define CALL(function, from, s) function(from, format, (s).bytes[0], (s).bytes[1], (s).bytes[2], (s).bytes[3])

void test_scanf(void) {
    for (int i = 0; i < ROUNDS; i++) {
        char format[200], input[200];
        random_format(format);
        random_input(input);
        char *exact = copy_of(input), *shape = copy_of(format);
        struct storage a, b;
        memset(&a, 0x55, sizeof a);
        memset(&b, 0x55, sizeof b);
        errno = 0;
        *rt___errno_location() = 0;
        int n = CALL(sscanf, exact, a), m = CALL(rt___isoc99_sscanf, exact, b);
        CHECK(n == m, "'%s' of '%s': %d %d", format, input, n, m);
        CHECK(memcmp(&a, &b, sizeof a) == 0, "'%s' of '%s': %d values", format, input, n);
        if (*input) {
            FILE *f = fmemopen(exact, strlen(exact), "r"), *g = rt_fmemopen(exact, strlen(exact), "r");
            memset(&a, 0x55, sizeof a);
            memset(&b, 0x55, sizeof b);
            n = CALL(fscanf, f, a), m = CALL(rt_fscanf, g, b);
            CHECK(n == m && memcmp(&a, &b, sizeof a) == 0, "fscanf '%s' of '%s': %d %d", format, input, n, m);
            CHECK(ftell(f) == rt_ftell(g), "fscanf '%s' of '%s': at %ld %ld", format, input, ftell(f), rt_ftell(g));
            fclose(f), rt_fclose(g);
        }
        free(exact), free(shape);
    }
    char *p = 0, *q = 0;
    int n = 0;
    CHECK(rt_sscanf("word 12", "%ms %d", &p, &n) == 2 && strcmp(p, "word") == 0 && n == 12, "%%ms");
    CHECK(rt_sscanf("aab", "%m[a]%mc", &p, &q) == 2 && strcmp(p, "aa") == 0 && *q == 'b', "%%m[");
    CHECK(rt___isoc23_sscanf("0b101", "%i", &n) == 1 && n == 5, "C23: %d", n);
}
