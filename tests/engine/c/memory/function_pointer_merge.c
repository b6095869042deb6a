// A function pointer that was chosen by branches is a single target on each path.
// paths: 2 -- even, odd
// try: 0 1
#include <klee/klee.h>

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static int apply(int (*f)(int), int x) { return f(x); }

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    return apply(x % 2 ? twice : thrice, 10);
}
