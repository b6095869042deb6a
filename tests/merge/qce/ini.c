// An INI reader: sections, keys and values are cut out of the text in place, with pointers to their beginnings.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#define N 3

static char *skip(char *p) {
    while (*p == ' ' || *p == '\t') p++;
    return p;
}
static char *cut(char *p, char end) {
    while (*p && *p != end && *p != '\n') p++;
    return p;
}

int main(void) {
    char s[N + 1];
    int sections = 0, keys = 0, errors = 0;
    klee_make_symbolic(s, sizeof s, "s");
    s[N] = 0;
    char *p = s;
    while (*p) {
        p = skip(p);
        if (*p == '[') {
            char *end = cut(p, ']');
            if (*end == ']') {
                *end++ = 0;
                sections++;
            } else errors++;
            p = end;
        } else if (*p == ';' || *p == '\n' || !*p) {
            p = cut(p, '\n');
        } else {
            char *end = cut(p, '=');
            if (*end == '=') {
                *end++ = 0;
                keys++;
            } else errors++;
            p = cut(end, '\n');
        }
        if (*p == '\n') *p++ = 0;
    }
    assert(p <= s + N);
    assert(sections + keys + errors <= N);
    return keys;
}
