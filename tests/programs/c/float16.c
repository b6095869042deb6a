// needs: clang 15
// _Float16 as an arithmetic type.
#include <stdio.h>

static _Float16 horner(_Float16 x) { return ((_Float16)0.5 * x + (_Float16)1.25) * x - (_Float16)3; }

int main(void) {
    volatile _Float16 a = (_Float16)1.1, b = 3;
    printf("%g %g %g %g\n", (double)(_Float16)(a + b), (double)(_Float16)(a - b), (double)(_Float16)(a * b), (double)(_Float16)(a / b));
    for (int i = 0; i < 8; i++) printf("%g ", (double)horner((_Float16)i));
    printf("%d %d\n", a < b, (int)(b * b));
    return 0;
}
