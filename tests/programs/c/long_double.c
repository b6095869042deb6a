// The 80-bit long double: arithmetic, comparison, conversions, memory layout, constants.
#include <stdio.h>
#include <string.h>

static long double power(long double base, int n) {
    long double r = 1;
    for (; n; n >>= 1, base *= base)
        if (n & 1) r *= base;
    return r;
}

int main(void) {
    volatile long double a = 1.1L, b = 3, zero = 0;
    printf("%.20Lg %.20Lg %.20Lg %.20Lg\n", a + b, a - b, a * b, a / b);
    printf("%.20Lg %Lf %Le\n", power(10, 30), power(1.5L, 20), power(2, -0 + 100));
    printf("%d %d %d %d\n", a < b, a == 1.1L, (double)a == 1.1, zero / zero == zero / zero);
    printf("%ld %lu %d %.9g %.17g\n", (long)(a * 1e9L), (unsigned long)power(2, 63), (int)-b, (double)(float)a, (double)a);
    long double from = 18446744073709551615ul;
    unsigned char bytes[16] = {0};
    memcpy(bytes, &from, 10);
    for (int i = 9; i >= 0; i--) printf("%02x", bytes[i]);
    long double table[] = {0.5L, -0.0L, 1e4000L};
    printf(" %Lg %Lg %Lg\n", table[0], table[1], table[2] / 1e3990L);
    return (int)power(3, 4);
}
