// A long double that is a choice is wider than a word; its whole number is one of few.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    unsigned char b;
    klee_make_symbolic(&b, sizeof b, "b");
    long double x = b > 3 ? 1.5L : -2.25L;
    if (b == 7)
        x = 8;
    long whole = lround(x > 0 ? x : 1);
    assert(whole == 1 || whole == 2 || whole == 8);
    return (int)whole;
}
