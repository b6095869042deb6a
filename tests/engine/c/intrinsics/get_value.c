// klee_get_value gives some value that the path allows.
// paths: 1 -- the value is one number
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 7);
    klee_assume(x < 9);
    int value = klee_get_value_i32(x);
    assert(value == 8);
    return 0;
}
