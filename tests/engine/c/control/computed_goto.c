// Jumps to a label that a table holds, with a symbolic index.
// paths: 3 -- three labels
// try: 0 1 2
#include <klee/klee.h>

int main(void) {
    static void *const labels[] = {&&one, &&two, &&three};
    unsigned i = klee_range(0, 3, "i");
    goto *labels[i];
one:
    return 1; //~ reached
two:
    return 2; //~ reached
three:
    return 3; //~ reached
}
