// Sorting symbolic bytes with qsort gives an ordered array with the same sum.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    unsigned char a[4];
    klee_make_symbolic(a, sizeof a, "a");
    unsigned before = a[0] + a[1] + a[2] + a[3];
    qsort(a, 4, 1, compare);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    assert(before == (unsigned)a[0] + a[1] + a[2] + a[3]);
    return 0;
}
