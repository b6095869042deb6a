// Cases of a switch that the solver cannot decide within its budget: the others are explored.
// paths: 1 -- the default; the factors of the case are not found with 20 conflicts
// verdict: inconclusive
// incomplete: conflicts
// flags: --solver-conflicts 20
// override(O1): skip because the optimiser makes a choice of constants of the switch
// override(m32): skip because the constants of the program are of 64 bits
#include <klee/klee.h>

int main(void) {
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 1);
    klee_assume(y > 1);
    klee_assume(x < 4294967296);
    klee_assume(y < 4294967296);
    switch (x * y) {
    case 18446743979220271189u: // a product of two primes
        return 1;
    case 18446743979220271191u:
        return 2;
    default:
        return 0; //~ reached
    }
}
