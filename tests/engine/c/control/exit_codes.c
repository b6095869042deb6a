// exit and return with symbolic and concrete codes, functions registered with atexit.
// paths: 3 -- exit in a helper, return from main, _Exit
// try: 0 1 2 7
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { puts("bye"); }

static void leave(int code) { exit(code); }

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    atexit(bye);
    if (x == 0)
        leave(3);
    if (x == 1)
        _Exit(4);
    return 5;
}
