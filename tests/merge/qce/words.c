// Counts words, lines and blanks, as wc does.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 4

int main(void) {
    char s[N];
    int inside = 0, words = 0, lines = 0, blanks = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        if (s[i] == '\n') lines++;
        if (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') {
            inside = 0;
            blanks++;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words <= blanks + 1);
    assert(lines <= blanks);
    return words;
}
