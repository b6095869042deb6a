// Calls a function of two numbers as one of none.
// paths: 2 -- x == 9 (faults), x != 9
#include <klee/klee.h>

static int add(int a, int b) { return a + b; }
static int none(void) { return 0; }

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int (*volatile f)(void) = none;
    if (x == 9)
        f = (int (*)(void))add;
    return f(); //~ bug: bad-call
}
