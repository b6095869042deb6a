// One entry of the table is null: only that index faults.
#include <klee/klee.h>

static int a = 1, b = 2, c = 3;
static int *table[4] = {&a, &b, 0, &c};

int main(void) {
    unsigned i = klee_range(0, 4, "i");
    int value = *table[i]; //~ bug: null-deref
    if (value == 3)
        return 1; //~ reached
    return 0;     //~ reached
}
