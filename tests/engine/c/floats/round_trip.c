// What is printed and read again is the number that it was: integers, all digits of few numbers, and a number in two parts.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static const double few[] = {0.1, 1.0 / 3, 1e23, 5e-324, -2.5};

int main(void) {
    char text[40];
    unsigned char n = klee_range(10, 100, "n");
    for (unsigned i = 0; i < sizeof few / sizeof *few; i++) {
        snprintf(text, sizeof text, "%.17g", few[i]);
        assert(strtod(text, 0) == few[i]);
    }
    snprintf(text, sizeof text, "%.0f", (double)n);
    assert(strtod(text, 0) == n);
    snprintf(text, sizeof text, "8.%02d", n);
    double price = strtod(text, 0);
    assert(price >= 8 && price < 9 && (int)(price * 100 + 0.5) == 800 + n);
    assert((int)(price * 100) == 800 + n); //~ bug: assert
    return 0;
}
