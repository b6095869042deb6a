// KLEE's regular expression tutorial (the matcher of Kernighan and Pike) over a pattern that has no end.
// KLEE simplifies control flow and so decides `*text++ == c || c == '.'` in one branch; here it is written as one.
// paths: 7438 -- KLEE: 6675 that end and 763 that fault in the two places; with two branches they would be 7692
#include <klee/klee.h>

static int match_here(const char *re, const char *text);

static int match_star(int c, const char *re, const char *text) {
    do {
        if (match_here(re, text))
            return 1;
    } while (*text != '\0' && ((*text++ == c) | (c == '.')));
    return 0;
}

static int match_here(const char *re, const char *text) {
    if (re[0] == '\0') //~ bug: out-of-bounds
        return 0;
    if (re[1] == '*') //~ bug: out-of-bounds
        return match_star(re[0], re + 2, text);
    if (re[0] == '$' && re[1] == '\0')
        return *text == '\0';
    if (*text != '\0' && (re[0] == '.' || re[0] == *text))
        return match_here(re + 1, text + 1);
    return 0;
}

static int match(const char *re, const char *text) {
    if (re[0] == '^')
        return match_here(re + 1, text);
    do {
        if (match_here(re, text))
            return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(void) {
    char re[7];
    klee_make_symbolic(re, sizeof re, "re");
    match(re, "hello");
    return 0;
}
