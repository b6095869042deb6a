// A pattern of file names over a symbolic name.
// verdict: proved
#include <fnmatch.h>
#include <klee/klee.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    if (fnmatch("[a-c]*.?", s, 0) == 0)
        return 1; //~ reached
    return 0;
}
