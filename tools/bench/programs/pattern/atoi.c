// The value of a number of fewer than M digits: a sum that is no linear function of the number of rounds.
#include <braid.h>

int main(void) {
    char s[M];
    braid_symbolic(s, M, "s");
    s[M - 1] = 0;
    unsigned value = 0;
    const char *p = s;
    while (*p >= '0' && *p <= '9') {
        value = value * 10 + (unsigned)(*p - '0');
        p++;
    }
    return *p == 0 && value == 7;
}
