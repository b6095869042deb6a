/* Patterns: fnmatch and regular expressions on random patterns and texts over small alphabets. */
#include "native.h"

#include <fnmatch.h>
#include <regex.h>

RT(fnmatch); RT(regcomp); RT(regexec); RT(regerror); RT(regfree); RT(re_compile_pattern); RT(re_search); RT(re_match); RT(re_syntax_options);

enum { GROUPS = 4 };

/* Where groups are is compared only without repetition, where POSIX leaves little open. */
static int compare_groups(const char *pattern) {
    return !strpbrk(pattern, "*+?{|");
}

static void compare_matches(const char *pattern, int flags, regex_t *a, regex_t *b) {
    for (int i = 0; i < 6; i++) {
        char *text = random_string(8, flags & REG_NEWLINE ? "ab\nA" : "abcA1 ");
        regmatch_t x[GROUPS], y[GROUPS];
        int how = (below(4) ? 0 : REG_NOTBOL) | (below(4) ? 0 : REG_NOTEOL);
        int n = regexec(a, text, GROUPS, x, how), m = rt_regexec(b, text, GROUPS, y, how);
        CHECK(n == m, "'%s' (%d) of '%s': %d %d", pattern, flags, text, n, m);
        if (n == 0 && m == 0 && !(flags & REG_NOSUB)) {
            CHECK(x[0].rm_so == y[0].rm_so && x[0].rm_eo == y[0].rm_eo, "'%s' (%d) of '%s': %d-%d %d-%d", pattern, flags, text, x[0].rm_so, x[0].rm_eo, y[0].rm_so, y[0].rm_eo);
            CHECK(!compare_groups(pattern) || memcmp(x, y, sizeof x) == 0, "groups of '%s' (%d) in '%s'", pattern, flags, text);
        }
        free(text);
    }
}

static void regular_expressions(void) {
    static const char *const extended[] = {"a", "b", "c", ".", "*", "+", "?", "|", "(", ")", "(a", "b)", "[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "^", "$", "{2}", "{1,2}", "{,2}", "{1,}", "\\w", "\\b", "\\<", "\\>", "\\1", "A", "[]a]", "{", "[b-a]", "[[:x:]]", "\\", "(ab|c)", "\\(", "\\*"};
    static const char *const basic[] = {"a", "b", "c", ".", "*", "\\+", "\\?", "\\|", "\\(", "\\)", "\\(a", "b\\)", "[ab]", "[^a]", "[a-c]", "[[:digit:]]", "^", "$", "\\{2\\}", "\\{1,2\\}", "\\{,2\\}", "\\{1,\\}", "\\W", "\\B", "\\s", "\\1", "A", "(", ")", "{", "+", "\\(ab\\|c\\)", "\\{1", "\\"};
    for (int i = 0; i < 30000; i++) {
        char pattern[100] = "", text[2][100];
        int flags = (below(2) ? REG_EXTENDED : 0) | (below(4) ? 0 : REG_ICASE) | (below(4) ? 0 : REG_NEWLINE) | (below(6) ? 0 : REG_NOSUB);
        for (size_t n = 1 + below(6); n > 0; n--)
            strcat(pattern, flags & REG_EXTENDED ? extended[below(sizeof extended / sizeof *extended)] : basic[below(sizeof basic / sizeof *basic)]);
        regex_t a, b;
        int x = regcomp(&a, pattern, flags), y = rt_regcomp(&b, pattern, flags);
        CHECK(x == y, "'%s' (%d): %d %d", pattern, flags, x, y);
        CHECK(regerror(x, &a, text[0], 100) == rt_regerror(x, &b, text[1], 100) && strcmp(text[0], text[1]) == 0, "regerror %d", x);
        if (x == 0 && y == 0) {
            CHECK(a.re_nsub == b.re_nsub, "'%s' has %zu groups, %zu", pattern, a.re_nsub, b.re_nsub);
            /* glibc recurses without end in some repeated back references. */
            if (compare_groups(pattern) || !strstr(pattern, "\\1"))
                compare_matches(pattern, flags, &a, &b);
        }
        if (x == 0)
            regfree(&a);
        if (y == 0)
            rt_regfree(&b);
    }
}

/* As expr and nl use them. */
static void gnu_interface(void) {
    static const char *const patterns[] = {"a*b", "\\(a*\\)b", "[^b]*", "c$", "^a", "a\\{2,\\}", "\\(ab\\)*c"};
    re_syntax_options = rt_re_syntax_options = RE_SYNTAX_POSIX_BASIC & ~RE_CONTEXT_INVALID_DUP;
    for (int i = 0; i < 3000; i++) {
        const char *pattern = patterns[below(7)];
        char *text = random_string(9, "abc\n");
        struct re_pattern_buffer a = {0}, b = {0};
        struct re_registers x = {0}, y = {0};
        int n = (int)strlen(text), start = (int)below((uint64_t)n + 1), range = (int)below((uint64_t)(2 * n + 1)) - n;
        CHECK(!re_compile_pattern(pattern, strlen(pattern), &a) && !rt_re_compile_pattern(pattern, strlen(pattern), &b), "%s", pattern);
        int p = re_match(&a, text, n, start, &x), q = rt_re_match(&b, text, n, start, &y);
        CHECK(p == q && (p < 0 || x.num_regs == y.num_regs && memcmp(x.start, y.start, x.num_regs * 4) == 0), "re_match '%s' in '%s' at %d: %d %d", pattern, text, start, p, q);
        p = re_search(&a, text, n, start, range, &x), q = rt_re_search(&b, text, n, start, range, &y);
        CHECK(p == q && (p < 0 || x.end[0] == y.end[0]), "re_search '%s' in '%s' from %d over %d: %d %d", pattern, text, start, range, p, q);
        regfree(&a), rt_regfree(&b);
        free(text);
    }
}

void test_patterns(void) {
    regular_expressions();
    gnu_interface();
    static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_PATHNAME | FNM_PERIOD, FNM_PATHNAME | FNM_LEADING_DIR};
    for (int i = 0; i < 60000; i++) {
        char *pattern = random_string(8, below(3) ? "ab*?[]-!/.A" : "ab*?\\[]^-[:alph:]/.");
        char *text = random_string(6, "abAB/.-]");
        int how = flags[below(8)], a = fnmatch(pattern, text, how), b = rt_fnmatch(pattern, text, how);
        CHECK(a == b, "'%s' of '%s' with %d: %d %d", pattern, text, how, a, b);
        free(pattern), free(text);
    }
    CHECK(rt_fnmatch("[[:alpha:]]*[[:digit:]]", "abc1", 0) == 0 && rt_fnmatch("[[:upper:]]", "a", 0) == FNM_NOMATCH, "classes");
}
