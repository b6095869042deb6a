// Where a byte is in a string of fewer than M bytes.
#include <braid.h>

__attribute__((noinline)) static const char *find(const char *s, char c) {
    while (*s != c) {
        if (*s == 0) {
            return 0;
        }
        s++;
    }
    return s;
}

int main(void) {
    char s[M];
    braid_symbolic(s, M, "s");
    s[M - 1] = 0;
    const char *at = find(s, 'a');
    return at && at > s;
}
