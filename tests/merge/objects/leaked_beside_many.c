// Forty variables may hold the only pointer to an object, each for one input: for all other inputs it is lost.
// run: --merge=region --check=leak
// groups: 41 -- x = 0 to 39, and all others
// states: 1 -- the joined one
// verdict: bug
// bugs: leak:14
#include <klee/klee.h>
#include <stdlib.h>

static char *kept[40];

static void keep(unsigned x) {
    // Nobody else knows of it.
    char *p = malloc(16);
    *p = 1;
    for (unsigned i = 0; i < 40; i++)
        if (x == i)
            kept[i] = p;
}

// Takes the places of the lost address on the stack and in registers, where a native leak checker would find it.
static int scrub(int depth) {
    volatile char *p = malloc(16);
    p[0] = depth;
    free((void *)p);
    return depth > 0 ? scrub(depth - 1) + 1 : 0;
}

int main(void) {
    unsigned x = (unsigned)klee_int("x");
    klee_open_merge();
    keep(x);
    klee_close_merge();
    return scrub(50) == 300;
}
