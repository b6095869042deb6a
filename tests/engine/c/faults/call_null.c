// Calls a function pointer that was never set.
// paths: 2 -- set, not set (faults)
// try: 0 1
#include <klee/klee.h>

static int answer(void) { return 42; }
static int (*volatile hook)(void);

int main(void) {
    unsigned char set;
    klee_make_symbolic(&set, sizeof set, "set");
    if (set)
        hook = answer;
    return hook(); //~ bug: bad-call
}
