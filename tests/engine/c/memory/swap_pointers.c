// Two pointers that may be equal.
// paths: 2 -- the same object or two
// try: 0 1
#include <assert.h>
#include <klee/klee.h>

static void swap(int *p, int *q) {
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

int main(void) {
    int a = 3, b = 5;
    unsigned char same;
    klee_make_symbolic(&same, sizeof same, "same");
    swap(&a, same ? &a : &b);
    if (same)
        assert(a == 0 && b == 5);
    else
        assert(a == 5 && b == 3);
    return 0;
}
