// An array of symbolic length from operator new.
#include "klee/klee.h"

int main() {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 & n <= 6);
    volatile int *array = new int[n];
    for (unsigned i = 0; i < n; i++)
        array[i] = i;
    if (n == 4)
        array[n] = 1; //~ bug: out-of-bounds
    int last = array[n - 1];
    delete[] array;
    return last == 5; //~ reached
}
