// Global constructors run before main, in the order of their priority.
// paths: 2 -- x is what the constructors left, or not
// try: 21 12 0
#include <assert.h>
#include <klee/klee.h>

static int trace;

__attribute__((constructor(201))) static void first(void) { trace = trace * 10 + 2; }
__attribute__((constructor(202))) static void second(void) { trace = trace * 10 + 1; }

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(trace == 21);
    if (x == trace)
        return 1;
    return 0;
}
