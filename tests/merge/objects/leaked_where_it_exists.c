// An object that one of two joined states has made is lost at exit, for the inputs for which it exists alone.
// run: --merge=region --check=leak
// groups: 2 -- x > 7 or not
// states: 1 -- the joined one
// verdict: bug
// bugs: leak:11
#include <klee/klee.h>
#include <stdlib.h>

static int first(int x) {
    volatile char *p = malloc(16);
    p[0] = x;
    return p[0];
}

// Takes the places of the lost address on the stack and in registers, where a native leak checker would find it.
static int scrub(int depth) {
    volatile char *p = malloc(16);
    p[0] = depth;
    free((void *)p);
    return depth > 0 ? scrub(depth - 1) + 1 : 0;
}

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x > 7)
        y = first(x);
    klee_close_merge();
    return scrub(50) == y + 300;
}
