// Only the first letters count.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    if (strncmp(s, "get", 3) == 0) {
        assert(s[0] == 'g' && s[1] == 'e' && s[2] == 't');
        return 1; //~ reached
    }
    return 0; //~ reached
}
