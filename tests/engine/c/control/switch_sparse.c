// A sparse switch over 64 bits.
// paths: 4 -- three cases and the rest
// try: 1 1000000000000 -7 0
#include <klee/klee.h>

int main(void) {
    long x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1: return 1;
    case 1000000000000: return 2;
    case -7: return 3;
    }
    return 0;
}
