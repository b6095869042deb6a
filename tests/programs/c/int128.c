// 128-bit integers: all operators, conversions, comparison, division by narrow and wide divisors.
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 x) { printf("%016lx%016lx", (unsigned long)(x >> 64), (unsigned long)x); }

static void decimal(u128 x) {
    char digits[40];
    int n = 0;
    do {
        digits[n++] = (char)('0' + (int)(x % 10));
        x /= 10;
    } while (x);
    while (n) putchar(digits[--n]);
}

int main(void) {
    u128 f = 1;
    for (int i = 1; i <= 34; i++) f *= (unsigned)i;
    decimal(f);
    putchar('\n');
    u128 a = (u128)0x0123456789abcdef << 64 | 0xfedcba9876543210, b = (u128)0xfff << 60 | 12345;
    u128 results[] = {a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, ~a, a << 37, a >> 91, a / 10, a % 1000};
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) show(results[i]), putchar('\n');
    i128 m = -(i128)a;
    show((u128)(m / 7)), putchar(' '), show((u128)(m % 7)), putchar(' '), show((u128)(m >> 5)), putchar('\n');
    printf("%d %d %d %d\n", a < b, m < 0, (i128)b > m, a == b);
    double d = (double)a;
    printf("%a %d\n", d, (u128)d > b);
    return (int)(f >> 100);
}
