// Reads an address of four numbers below 256 with points between them.
#include "marks.h"
#ifndef N
#define N 7
#endif

int main(void) {
    char s[N + 1];
    int parts = 0, digits = 0;
    klee_make_symbolic(s, N, "s");
    s[N] = 0;
    for (int i = 0; i <= N; i++) {
        char c = s[i];
        if (c >= '0' && c <= '9') {
            if (++digits > 3) return 1;
        } else if (c == '.' || !c) {
            if (!digits || ++parts > 4) return 2;
            digits = 0;
            if (!c) break;
        } else {
            return 3;
        }
    }
    return parts == 4 ? 0 : 4;
}
