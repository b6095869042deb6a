// Dates from unknown text: what is read, where it ends, and the days that follow.
// verdict: proved
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    char s[9];
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume((s[0] == '1') | (s[0] == '2'));
    klee_assume((s[3] >= '0') & (s[3] <= '9'));
    memcpy(s + 1, "02", 2);
    memcpy(s + 4, "-", 1);
    klee_assume((s[5] == '0') | (s[5] == '1') | (s[5] == ' '));
    memcpy(s + 6, "2", 1);
    s[8] = 0;
    char *end = strptime(s, "%Y-%m%n", &tm);
    if (!end)
        return 1; //~ dead
    printf("%d %d %d %d\n", (int)(end - s), tm.tm_year, tm.tm_mon, tm.tm_yday);
    return 0;
}
