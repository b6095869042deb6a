// A number of at most N digits is read and checked: a sum that grows in every round, and a flag.
#include <klee/klee.h>

#ifndef N
#define N 8
#endif

int main(void) {
    char text[N + 1];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[N] == 0);
    unsigned value = 0, at = 0;
    for (; text[at] >= '0' && text[at] <= '9'; at++)
        value = value * 10 + (unsigned)(text[at] - '0');
    if (text[at] != 0)
        return 2;
    return value == 1234 ? 1 : 0;
}
