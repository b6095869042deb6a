// A shift by more than the width.
// paths: 2 -- n < 32, n >= 32 (faults)
// try: 0 31 32 255
#include <klee/klee.h>

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    return (int)(1u << n & 0xff); //~ bug: overshift
}
