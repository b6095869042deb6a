// A line `name = number` of fewer than M bytes: four loops, each where the last one stopped.
#include <braid.h>

__attribute__((noinline)) static const char *blanks(const char *p) {
    while (*p == ' ' || *p == '\t') {
        p++;
    }
    return p;
}

__attribute__((noinline)) static const char *letters(const char *p) {
    while (*p >= 'a' && *p <= 'z') {
        p++;
    }
    return p;
}

__attribute__((noinline)) static const char *digits(const char *p) {
    while (*p >= '0' && *p <= '9') {
        p++;
    }
    return p;
}

int main(void) {
    char s[M];
    braid_symbolic(s, M, "s");
    s[M - 1] = 0;
    const char *name = blanks(s);
    const char *end = letters(name);
    if (end == name || *end != '=') {
        return 1;
    }
    const char *number = blanks(end + 1);
    return digits(number) == number ? 2 : 0;
}
