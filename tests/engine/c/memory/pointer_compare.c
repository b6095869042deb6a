// Comparison of pointers into one array and to different objects.
// paths: 3 -- i < j, i == j, i > j
// try: 0 1 2
#include <assert.h>
#include <klee/klee.h>

static char a[4], b[4];

int main(void) {
    unsigned i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
    char *p = a + i, *q = a + j;
    assert(a != b && p != b);
    if (p == q)
        return 0;
    if (p < q)
        return (int)(q - p); //~ reached
    return (int)(p - q);     //~ reached
}
