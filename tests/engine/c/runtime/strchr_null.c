// The classical mistake: the result of strchr is not checked.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    char *volatile at = strchr(s, ':');
    *at = 0; //~ bug: null-deref
    return 0; //~ reached
}
