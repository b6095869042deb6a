// The difference of two infinities is no number.
// check: float-invalid
#include <klee/klee.h>

int main(void) {
    double a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (!(a > 1) || !(b > 1))
        return 0;
    volatile double difference = a - b; //~ bug: float-invalid
    return difference > 0;
}
