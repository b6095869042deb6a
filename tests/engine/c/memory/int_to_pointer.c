// A pointer that travels as a number, with a symbolic offset added on the way.
// paths: 1 -- no branch
// try: 0 1 2 3
#include <klee/klee.h>
#include <stdint.h>

static int a[4] = {5, 6, 7, 8};

int main(void) {
    unsigned i = klee_range(0, 4, "i");
    uintptr_t address = (uintptr_t)a;
    address += i * sizeof(int);
    return *(int *)address;
}
