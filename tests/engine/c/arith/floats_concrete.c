// Floating point that does not depend on the input is exact.
// paths: 2 -- x is above the threshold or not
// try: 0 1 3 4
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1;
    float third = 1.0f / 3.0f;
    assert(sum != 1.0 && sum > 0.9999999999999998 && third * 3.0f == 1.0f);
    int threshold = (int)(sum * 3.5);
    assert(threshold == 3);
    if (x > threshold)
        return 1;
    return 0;
}
