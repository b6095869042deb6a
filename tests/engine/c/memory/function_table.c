// A table of functions with a symbolic index.
// paths: 5 -- four functions, or an index outside
// try: 0 1 2 3 4
#include <klee/klee.h>

static int inc(int x) { return x + 1; } //~ reached
static int dec(int x) { return x - 1; } //~ reached
static int neg(int x) { return -x; }    //~ reached
static int sqr(int x) { return x * x; } //~ reached
static int (*const table[4])(int) = {inc, dec, neg, sqr};

int main(void) {
    unsigned op;
    klee_make_symbolic(&op, sizeof op, "op");
    if (op >= 4)
        return 100;
    return table[op](5);
}
