// Leading blanks, tabs and returns of a string of fewer than M bytes.
#include <braid.h>

int main(void) {
    char s[M];
    braid_symbolic(s, M, "s");
    s[M - 1] = 0;
    const char *p = s;
    while (*p == ' ' || *p == '\t' || *p == '\r') {
        p++;
    }
    return *p == '#';
}
