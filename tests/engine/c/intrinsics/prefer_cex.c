// Preferences shape the tests but not the paths.
// paths: 2 -- s begins with 'a' or not
#include <klee/klee.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 4; i++) {
        klee_prefer_cex(s, 'a' <= s[i]);
        klee_prefer_cex(s, s[i] <= 'z');
    }
    if (s[0] == 'a')
        return 1;
    return 0;
}
