// A broken loop invariant: the sum of the digits is at most 9.
// paths: 5 -- x = 0; 1 digit; 2 digits with a small, 2 with a large sum (faults); 100 has 3 digits
// try: 0 5 9 10 18 19 99 100
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x = klee_range(0, 101, "x");
    unsigned sum = 0;
    for (unsigned rest = x; rest; rest /= 10)
        sum += rest % 10;
    assert(sum <= 9); //~ bug: assert
    return 0;
}
