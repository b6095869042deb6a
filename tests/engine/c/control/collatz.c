// The Collatz sequence of small numbers: each has a path of its own.
// paths: 15 -- each of the 15 numbers has its own sequence of even and odd
// try: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(1, 16, "n"), steps = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    return (int)steps;
}
