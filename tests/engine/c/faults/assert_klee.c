// klee_assert is an assertion too.
// paths: 2 -- a + b wraps below a (faults), or not
// try: 0 1 200 255
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    unsigned char sum = a + b;
    klee_assert(sum >= a); //~ bug: assert
    return 0;
}
