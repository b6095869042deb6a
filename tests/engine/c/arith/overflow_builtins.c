// Overflow builtins tell without a fault.
// paths: 2 -- overflow or not
// try: 0 1 2147483647 -2147483648
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int a, sum;
    klee_make_symbolic(&a, sizeof a, "a");
    if (__builtin_add_overflow(a, 1000, &sum)) {
        assert(a > 2147482647);
        return 1;
    }
    assert(sum > a);
    return 0;
}
