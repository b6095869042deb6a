// Pointers at computed places of a table: what is stored there is found again, and only what is overwritten is lost.
// check: leak
// paths: 1 -- no branch
#include <klee/klee.h>
#include <stdlib.h>

static char *slots[8];

static void scrub(int depth) {
    volatile char used[64];
    used[0] = (char)depth;
    if (depth > 0)
        scrub(depth - 1);
}

static void fill(unsigned x) {
    slots[x & 7] = malloc(4); //~ bug: leak
    slots[x >> 3 & 7] = malloc(8);
}

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    fill(x);
    scrub(30);
    return 0;
}
