/* getopt, getopt_long and getopt_long_only on random command lines: results, order of the words, and what is told. */
#include "native.h"

#include <getopt.h>

RT(getopt); RT(getopt_long); RT(getopt_long_only); RT(optind); RT(opterr); RT(optopt); RT(optarg);
RT(setenv); RT(unsetenv);

static const char *const words[] = {"-a", "-b", "-c", "-bx", "-ab", "-abx", "-acb", "-d", "-dx", "--", "-", "word", "other", "--all", "--al", "--alter", "--alt=x", "--size", "--size=3", "--siz=", "--none", "--none=1", "--flag", "-all", "-size", "-size=5", "-x", "--bogus", "-W", "-Wall", "-Wsize=1", "all", "--=", "--maybe", "--maybe=y", "-a-", "-:"};
static const char *const letters[] = {"ab:cd::", "+ab:cd::", "-ab:cd::", ":ab:cd::", "+:ab:c", "-:b:", "ab:W;", "", "abcd"};
static int flag[2];

static struct option table(int i, int which) {
    static const struct option rows[] = {{"all", 0, 0, 'A'}, {"alter", 0, 0, 'A'}, {"size", 1, 0, 'S'}, {"none", 0, 0, 1000}, {"flag", 0, 0, 7}, {"maybe", 2, 0, 'M'}, {"sizes", 1, 0, 'T'}, {0, 0, 0, 0}};
    struct option row = rows[i];
    if (i == 4)
        row.flag = &flag[which];
    return row;
}

enum { MOST = 8 };

void test_options(void) {
    for (int round = 0; round < 20000; round++) {
        char *x[MOST + 1] = {"prog"}, *y[MOST + 1] = {"prog"};
        int n = 1 + (int)below(MOST - 1), kind = (int)below(3), posix = below(10) == 0;
        const char *list = letters[below(sizeof letters / sizeof *letters)];
        struct option a[8], b[8];
        for (int i = 0; i < 8; i++)
            a[i] = table(i, 0), b[i] = table(i, 1);
        for (int i = 1; i < n; i++)
            x[i] = y[i] = (char *)words[below(sizeof words / sizeof *words)];
        char *told = 0;
        size_t told_size = 0;
        FILE *before = stderr;
        stderr = open_memstream(&told, &told_size);
        if (posix)
            setenv("POSIXLY_CORRECT", "1", 1), rt_setenv("POSIXLY_CORRECT", "1", 1);
        optind = rt_optind = 0;
        flag[0] = flag[1] = 0;
        written_count = 0;
        int i = 0, result;
        do {
            int k = -5, m = -5;
            result = kind == 0 ? getopt(n, x, list) : kind == 1 ? getopt_long(n, x, list, a, &k) : getopt_long_only(n, x, list, a, &k);
            int other = kind == 0 ? rt_getopt(n, y, list) : kind == 1 ? rt_getopt_long(n, y, list, b, &m) : rt_getopt_long_only(n, y, list, b, &m);
            CHECK(result == other && optind == rt_optind && k == m, "'%s' kind %d: %d %d, optind %d %d, index %d %d", list, kind, result, other, optind, rt_optind, k, m);
            CHECK(optarg == rt_optarg && (result != '?' && result != ':' || optopt == rt_optopt), "'%s': optarg %s %s, optopt %d %d", list, optarg, rt_optarg, optopt, rt_optopt);
            for (int w = 0; w < n; w++)
                CHECK(x[w] == y[w], "'%s': word %d is %s %s", list, w, x[w], y[w]);
        } while (result != -1 && ++i < 30);
        fclose(stderr);
        stderr = before;
        CHECK(flag[0] == flag[1] && told_size == written_count && memcmp(told, written, told_size) == 0, "'%s': told '%s' '%.*s'", list, told, (int)written_count, written);
        free(told);
        unsetenv("POSIXLY_CORRECT"), rt_unsetenv("POSIXLY_CORRECT");
    }
}
