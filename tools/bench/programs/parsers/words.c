// Counts words, lines and blanks, as wc does.
#include "marks.h"
#ifndef N
#define N 8
#endif

int main(void) {
    char s[N];
    int inside = 0, words = 0, lines = 0, blanks = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        OPEN();
        if (s[i] == '\n') lines++;
        if (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') {
            inside = 0;
            blanks++;
        } else if (!inside) {
            inside = 1;
            words++;
        }
        CLOSE();
    }
    assert(words <= blanks + 1);
    assert(lines <= blanks);
    return words;
}
