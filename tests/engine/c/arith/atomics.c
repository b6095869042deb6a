// Atomic operations, one after the other.
// paths: 2 -- the exchange succeeds or not
// try: 0 5 6
#include <assert.h>
#include <klee/klee.h>
#include <stdatomic.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    atomic_int a = 5;
    int expected = x;
    if (atomic_compare_exchange_strong(&a, &expected, 9)) {
        assert(x == 5 && atomic_load(&a) == 9);
        return 1;
    }
    assert(expected == 5 && atomic_fetch_add(&a, 2) == 5 && atomic_load(&a) == 7);
    return 0;
}
