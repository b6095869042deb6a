// Reads through a pointer that is null on one side of a condition.
// paths: 2 -- x > 10, x <= 10 (faults)
// try: 0 10 11 -5
#include <klee/klee.h>

int g = 7;

int main(void) {
    int x;
    int *volatile p;
    klee_make_symbolic(&x, sizeof x, "x");
    p = x > 10 ? &g : 0;
    return *p; //~ bug: null-deref
}
