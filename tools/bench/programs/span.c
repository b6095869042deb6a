// How many bytes at the beginning of a text of at most N bytes are spaces, twice: as `memspn` of the papers. What
// comes after the loops depends on both counts, so that joined values are asked about.
#include <klee/klee.h>

#ifndef N
#define N 16
#endif

static unsigned span(const char *text, unsigned size) {
    unsigned at = 0;
    while (at < size && text[at] == ' ')
        at++;
    return at;
}

int main(void) {
    char text[N];
    unsigned size = klee_range(0, N + 1, "size");
    klee_make_symbolic(text, sizeof text, "text");
    unsigned first = span(text, size);
    unsigned second = span(text + first, size - first);
    if (first + second > size)
        klee_report_error(__FILE__, __LINE__, "more than there is", "user");
    if (first == N / 2)
        return 1;
    return second == 0 ? 0 : 2;
}
