// Calls data.
// paths: 2 -- x < 100, x >= 100 (faults)
// try: 99 100
#include <klee/klee.h>

static int answer(void) { return 42; }
static long data[4] = {1, 2, 3, 4};

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    int (*volatile f)(void) = answer;
    if (x >= 100)
        f = (int (*)(void))data;
    return f(); //~ bug: bad-call
}
