// memset over a constant.
// paths: 2 -- reset (faults), not reset
// try: 0 1
#include <klee/klee.h>
#include <string.h>

static const char name[8] = "braid";

int main(void) {
    unsigned char reset;
    klee_make_symbolic(&reset, sizeof reset, "reset");
    char *volatile p = (char *)name;
    if (reset)
        memset(p, 0, sizeof name); //~ bug: readonly-write
    return name[0];
}
