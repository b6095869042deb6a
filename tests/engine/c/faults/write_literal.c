// Writes into a string constant.
// paths: 2 -- x == 1 (faults), x != 1
// try: 0 1 2
#include <klee/klee.h>

static char own[] = "own";

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *volatile s = own;
    if (x == 1)
        s = "constant";
    s[0] = 'O'; //~ bug: readonly-write
    return 0;
}
