// A local array of symbolic length ends where it says.
#include "klee/klee.h"

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 & n <= 10);
    int array[n];
    for (unsigned i = 0; i < n; i++)
        array[i] = i;
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += array[i];
    if (n == 7)
        array[n] = sum; //~ bug: out-of-bounds
    return sum == 45; //~ reached
}
