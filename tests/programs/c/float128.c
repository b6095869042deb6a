// decode-only: arithmetic of binary128 is done by calls into the compiler's runtime library
// __float128: constants, arithmetic, comparison, conversion.
#include <stdio.h>

int main(void) {
    volatile __float128 a = 1.1Q, b = 3;
    __float128 c = a * b - a / b + 0x1p-100Q;
    printf("%g %d\n", (double)c, a < b);
    return (int)c;
}
