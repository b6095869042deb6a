// strcmp orders by unsigned bytes and is antisymmetric.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char a[3], b[3];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    a[2] = b[2] = 0;
    int ab = strcmp(a, b), ba = strcmp(b, a);
    assert((ab < 0) == (ba > 0) && (ab == 0) == (ba == 0));
    if (ab < 0)
        assert((unsigned char)a[0] <= (unsigned char)b[0]);
    return 0;
}
