/* strverscmp: an order of names in which numbers count as numbers. */
#include "runtime.h"

static int is_figure(char c) {
    return c >= '0' && c <= '9';
}

/* How many figures begin here. */
static size_t figures(const char *s) {
    size_t n = 0;
    while (is_figure(s[n]))
        n++;
    return n;
}

/* Where two names differ, in figures of both that begin at the same place: numbers are ordered by their value, fractions (which begin with a zero) as
 * text, the longer row of leading zeros first. */
API int strverscmp(const char *a, const char *b) {
    size_t at = 0, run = 0;
    for (; a[at] == b[at]; at++) {
        if (!a[at])
            return 0;
        if (!is_figure(a[at]))
            run = at + 1;
    }
    int order = (unsigned char)a[at] - (unsigned char)b[at];
    size_t behind = figures(a + run), beside = figures(b + run);
    if (!behind || !beside)
        return order;
    int is_fraction = a[run] == '0' || b[run] == '0';
    if (!is_fraction)
        return behind != beside ? (behind > beside) - (behind < beside) : order;
    /* Only zeros so far, and one of the two goes on with figures: it is a smaller fraction. */
    size_t zeros = run;
    while (zeros < at && a[zeros] == '0')
        zeros++;
    if (zeros == at && at > run && is_figure(a[at]) != is_figure(b[at]))
        return is_figure(a[at]) ? -1 : 1;
    return order;
}
