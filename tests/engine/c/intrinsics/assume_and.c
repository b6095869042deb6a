// klee_assume of a conjunction does what people expect: no path is lost, none is added.
// paths: 1 -- x in 5..9; the branches of && are joined or cut
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 5 && x < 10);
    assert(x * 2 >= 10 && x * 2 <= 18);
    return x;
}
