// A number that does not fit the integer it becomes has no result there: what depends on it is the fault.
#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    int n = (int)x; //~ bug: undefined-behavior
    if (x > -100 && x < 100)
        return n > 50; //~ reached
    return n == 7;
}
