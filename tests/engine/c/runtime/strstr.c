// A word inside of a symbolic text.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    char *at = strstr(s, "ab");
    if (at) {
        assert(at[0] == 'a' && at[1] == 'b');
        return 1; //~ reached
    }
    return 0; //~ reached
}
