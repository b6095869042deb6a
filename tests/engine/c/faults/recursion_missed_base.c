// The base case is stepped over by odd numbers.
// flags: --stack-size 256KiB
// paths: 4 -- n = 0, n = 2, n = 4 end well; odd n miss 0 (fault): at every step n == 0 is decided
// try: 0 2 4
#include <klee/klee.h>

static unsigned half(unsigned n) {
    volatile unsigned here = n;
    if (n == 0)
        return 0;
    return half(n - 2) + (here != 0); //~ bug: stack-overflow
}

int main(void) {
    unsigned n = klee_range(0, 6, "n");
    return (int)half(n);
}
