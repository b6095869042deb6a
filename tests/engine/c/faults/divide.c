// A quotient with any divisor.
// paths: 2 -- y == 0 (faults), y != 0
// try: -1 0 1
#include <klee/klee.h>

int main(void) {
    unsigned y;
    klee_make_symbolic(&y, sizeof y, "y");
    return (int)(100 / y); //~ bug: div-by-zero
}
