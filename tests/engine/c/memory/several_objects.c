// A symbolic choice among three objects, decided by branches: the read needs no further ones.
// paths: 3 -- 0, 1, others
// try: 0 1 2 9
#include <klee/klee.h>

static int a = 10, b = 20, c = 30;

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    int *p;
    if (x == 0)
        p = &a;
    else if (x == 1)
        p = &b;
    else
        p = &c;
    *p += 1;
    return a + b + c == 61 ? 0 : 1; //~ reached
}
