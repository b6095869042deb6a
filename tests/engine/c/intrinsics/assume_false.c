// An assumption that cannot hold ends the path without a test, and says so.
// paths: 1 -- only x <= 10 goes on
// verdict: proved
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 10) {
        klee_assume(x < 5);
        return 1; //~ dead
    }
    return 0; //~ reached
}
