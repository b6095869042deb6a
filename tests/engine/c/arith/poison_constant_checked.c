// With checks for overflow the compiler says where it divides by a constant zero, shifts too far and leaves the range, used or not.
// check: overflow
// paths: 4 -- one for each case
// try x: 0 1 2 3
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume((x >= 0) & (x < 4));
    int unused = 0;
    if (x == 0)
        unused = 5 % 0; //~ bug: div-by-zero
    if (x == 1)
        unused = 1 << 40; //~ bug: overshift
    if (x == 2)
        unused = 2147483647 + 1; //~ bug: overflow
    return x;
}
