// The same answers under another search, with states that catch up.
// run: --merge=qce-dynamic --search=random-state
// verdict: bug
// bugs: assert:20
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char s[6];
    int mode = 0, quoted = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 6; i++) {
        if (mode == 0 && s[i] == '"')
            mode = 1;
        else if (mode == 1 && s[i] == '"')
            mode = 0;
        else if (mode == 1)
            quoted++;
    }
    assert(quoted < 5);
    return mode;
}
