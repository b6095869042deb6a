// A function that says that it does not return, but does.
// paths: 2 -- x > 3 (faults), x <= 3
// try: 3 4
// override(O1): bugs any because the optimiser believes the promise
#include <klee/klee.h>
#include <stdlib.h>

static volatile int log_level;

__attribute__((noinline)) _Noreturn static void fail(int code) {
    if (log_level == 0)
        exit(code);
    log_level = 2;
}

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    log_level = 1;
    if (x > 3)
        fail(1); //~ bug: unreachable
    return 0;
}
