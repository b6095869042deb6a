// How many of the first bytes of a string of fewer than M bytes are in a set.
#include <braid.h>

__attribute__((noinline)) static unsigned span(const char *s, const char *accept) {
    unsigned count = 0;
    while (*s) {
        const char *a;
        for (a = accept; *a; a++) {
            if (*s == *a) {
                break;
            }
        }
        if (!*a) {
            return count;
        }
        s++;
        count++;
    }
    return count;
}

int main(void) {
    char s[M];
    braid_symbolic(s, M, "s");
    s[M - 1] = 0;
    return span(s, "ab") > 2;
}
