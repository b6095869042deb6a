// Finds a letter, or the end, or nothing.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    char *at = strchr(s, '=');
    assert(strchr(s, 0) == s + strlen(s));
    if (!at)
        return 0; //~ reached
    assert(*at == '=');
    return (int)(at - s) + 1; //~ reached
}
