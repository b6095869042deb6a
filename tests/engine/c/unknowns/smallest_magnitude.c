// The magnitude of the smallest number is no number.
// check: overflow
// override(clang14-O0): bugs none because its sanitizer does not look at abs
// override(O1): bugs any because the optimiser makes abs an operation that no sanitizer looks at
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int guarded = x == -2147483647 - 1 ? 0 : abs(x);
    if (guarded < 0)
        return 1;
    if (abs(x) < 5) //~ bug: overflow
        return 2;
    return 0;
}
