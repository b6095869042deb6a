// Calls an address that is near to a function, but not its beginning.
// paths: 2 -- x is 0, x is 1 (faults)
#include <klee/klee.h>

static int answer(void) { return 42; }

int main(void) {
    unsigned x = klee_range(0, 2, "x");
    unsigned long f = (unsigned long)answer;
    if (x)
        f += 1;
    int (*volatile g)(void) = (int (*)(void))f;
    return g(); //~ bug: bad-call
}
