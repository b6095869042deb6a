// Takes the escapes of a C string apart: letters, octal and hexadecimal numbers.
#include "marks.h"
#ifndef N
#define N 5
#endif

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int main(void) {
    char s[N + 1];
    int length = 0, wrong = 0;
    klee_make_symbolic(s, N, "s");
    s[N] = 0;
    for (int i = 0; i < N && s[i]; length++) {
        if (s[i++] != '\\') continue;
        switch (s[i]) {
        case 'n': case 't': case 'r': case '0': case '\\': case '"':
            i++;
            break;
        case 'x':
            i++;
            if (hex(s[i]) < 0) wrong++;
            while (i < N && hex(s[i]) >= 0) i++;
            break;
        default:
            wrong++;
        }
    }
    assert(length <= N);
    return wrong;
}
