// Vector arithmetic, element by element.
// paths: 2 -- the sum of the lanes is 100 or not
// try: 0 10 40
#include <assert.h>
#include <klee/klee.h>

typedef int int4 __attribute__((vector_size(16)));

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    int4 a = {1, 2, 3, 4}, b = {x, x, x, x};
    int4 c = a * b;
    int sum = c[0] + c[1] + c[2] + c[3];
    assert(sum == 10 * x);
    if (sum == 100)
        return 1; //~ reached
    return 0;
}
