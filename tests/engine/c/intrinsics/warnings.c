// Warnings and printed terms do not disturb the path.
// paths: 2 -- x is 1 or not
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_warning("once or twice");
    klee_warning_once("only once");
    klee_print_expr("x + 1", x + 1);
    if (x == 1)
        return 1;
    return 0;
}
