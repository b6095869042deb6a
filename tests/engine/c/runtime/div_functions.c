// div and labs agree with the operators.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > -100000);
    klee_assume(x < 100000);
    div_t d = div(x, 7);
    assert(d.quot == x / 7 && d.rem == x % 7);
    assert(labs((long)x) >= 0);
    return 0;
}
