// Counters that were joined are still exact together: what relates them is proved, and what is wrong is found.
// run: --merge=qce-static --qce-alpha=inf
// verdict: bug
// bugs: assert:21
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    char s[5];
    int words = 0, blanks = 0, inside = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 5; i++)
        if (s[i] == ' ') {
            inside = 0;
            blanks++;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    assert(words <= blanks + 1);
    assert(words != 3 || blanks != 2);
    return 0;
}
