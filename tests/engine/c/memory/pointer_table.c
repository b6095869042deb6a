// A table of pointers with a symbolic index: a pointer that may hit each of four objects.
#include <assert.h>
#include <klee/klee.h>

static int a = 1, b = 2, c = 3, d = 4;
static int *const table[4] = {&a, &b, &c, &d};

int main(void) {
    unsigned i = klee_range(0, 4, "i");
    int *p = table[i];
    *p = 100;
    int sum = a + b + c + d;
    assert(sum >= 106 && sum <= 109);
    assert(i != 2 || sum == 107);
    if (sum == 109)
        return 1; //~ reached
    return 0;     //~ reached
}
