// A symbolic index into an array on the stack.
// paths: 2 -- i < 10, i >= 10 (faults)
// try: 0 9 10 200
#include <klee/klee.h>

int main(void) {
    int a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    unsigned char i;
    klee_make_symbolic(&i, sizeof i, "i");
    return a[i]; //~ bug: out-of-bounds
}
