// Euclid's algorithm on small numbers: the number of rounds is the path.
// paths: 5 -- chains of 0, 1, 2, 3 and 4 divisions (5 and 7 below 8 need 4)
// try: 0 1 2 3 4 5 6 7
#include <klee/klee.h>

int main(void) {
    unsigned a = klee_range(0, 8, "a"), b = klee_range(0, 8, "b");
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return (int)a;
}
