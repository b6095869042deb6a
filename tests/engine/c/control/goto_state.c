// A state machine with goto: a comment begins with slash star and ends with star slash.
// paths: 32 -- each of the five letters is decided one way or the other
// try s[]: 47 42 0 97
#include <klee/klee.h>

int main(void) {
    char s[5];
    int i = 0;
    klee_make_symbolic(s, sizeof s, "s");
code:
    if (i == 5)
        return 0;
    if (s[i++] == '/')
        goto slash;
    goto code;
slash:
    if (i == 5)
        return 1;
    if (s[i++] == '*')
        goto comment;
    goto code;
comment:
    if (i == 5)
        return 2;
    if (s[i++] == '*')
        goto star;
    goto comment;
star:
    if (i == 5)
        return 3;
    if (s[i++] == '/')
        goto code;
    goto comment;
}
