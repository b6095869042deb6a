// Numbers that are a choice with unknown parts go through an operation; no one of them is chosen for all.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char s[2];
    klee_make_symbolic(s, sizeof s, "s");
    double x = 0.25;
    for (int i = 0; i < 2; i++)
        if (s[i] > 9)
            x = s[i];
    assert(x * 0.5 != 100.5); //~ bug: assert
    return 0;
}
