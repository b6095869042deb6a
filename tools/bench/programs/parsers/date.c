// Reads a date as day and month, each of one or two digits, with a point or a slash between them.
#include "marks.h"
#ifndef N
#define N 5
#endif

static const char *number(const char *s, int *value) {
    int digits = 0;
    *value = 0;
    while (*s >= '0' && *s <= '9' && digits < 2) {
        *value = 10 * *value + (*s++ - '0');
        digits++;
    }
    return digits ? s : 0;
}

int main(void) {
    char s[N + 1];
    int day, month;
    klee_make_symbolic(s, N, "s");
    s[N] = 0;
    const char *at = number(s, &day);
    if (!at || (*at != '.' && *at != '/')) return 1;
    at = number(at + 1, &month);
    if (!at || *at) return 2;
    if (month < 1 || month > 12 || day < 1 || day > 31) return 3;
    return month == 2 && day > 29 ? 4 : 0;
}
