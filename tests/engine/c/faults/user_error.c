// klee_report_error is a bug of the kind that the user names.
// paths: 2 -- x == 1 (faults), x != 1
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        klee_report_error(__FILE__, __LINE__, "one is not allowed", "user.err"); //~ bug: user-error
    return 0;
}
