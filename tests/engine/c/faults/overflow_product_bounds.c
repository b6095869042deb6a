// Products and sums of small numbers do not overflow, which their bounds tell; without one bound they do.
// check: overflow
// flags: --max-time 60s
// paths: 4 -- the product overflows; sum or wide or product decides the result
#include <klee/klee.h>

int main(void) {
    int a, b, c;
    long d;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&d, sizeof d, "d");
    klee_assume((a >= -1000) & (a <= 1000));
    klee_assume((b >= -1000) & (b <= 1000));
    klee_assume((d >= -1000) & (d <= 1000));
    int sum = a * b + a - b;
    long wide = d * d;
    int product = a * c; //~ bug: overflow
    return sum == 7 && wide == 9 && product == 3;
}
