// Two strings put together are as long as both.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char a[8], b[4];
    klee_make_symbolic(a, 4, "a");
    klee_make_symbolic(b, sizeof b, "b");
    a[3] = b[3] = 0;
    size_t na = strlen(a), nb = strlen(b);
    strcat(a, b);
    assert(strlen(a) == na + nb);
    return 0;
}
