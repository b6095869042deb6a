// Loops that compilers turn into vector code: sums, products, minimum, conversion, strided access, conditional update.
#include <stdio.h>

static int a[67], b[67];
static unsigned char bytes[67];
static short shorts[67];
static long longs[67];

__attribute__((noinline)) static int total(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
__attribute__((noinline)) static int smallest(const int *v, int n) {
    int m = v[0];
    for (int i = 1; i < n; i++) m = v[i] < m ? v[i] : m;
    return m;
}
__attribute__((noinline)) static unsigned mask(const int *v, int n) {
    unsigned m = 0;
    for (int i = 0; i < n; i++) m |= (unsigned)v[i] ^ (unsigned)i;
    return m;
}
__attribute__((noinline)) static void widen(int n) {
    for (int i = 0; i < n; i++) shorts[i] = (short)(bytes[i] * 3), longs[i] = (long)a[i] * b[i];
}
__attribute__((noinline)) static void update(int n) {
    for (int i = 0; i < n; i++)
        if (a[i] & 1) b[i] = a[i] >> 2;
        else b[i] += i;
}

int main(void) {
    for (int i = 0; i < 67; i++) a[i] = (i * 37) % 101 - 50, b[i] = i * i, bytes[i] = (unsigned char)(i * 5);
    widen(67);
    update(67);
    long sum = 0;
    for (int i = 0; i < 67; i++) sum += longs[i] + shorts[i] * (i % 3);
    printf("%d %d %d %x %ld\n", total(a, 67), total(b, 67), smallest(a, 67), mask(b, 67), sum);
    return 0;
}
