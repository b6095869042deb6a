// Calls with more parameters than registers, of mixed types, narrow ones with zero and sign extension.
#include <stdio.h>

static long mix(char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long g, unsigned long h, float i, double j, char k, double l, _Bool m) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + (long)f * 6 + g * 7 + (long)h * 8 + (long)(i * 9) + (long)(j * 10) + k * 11 + (long)(l * 12) + m * 13;
}

static double floats(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j) {
    return a - b + c - d + e - f + g - h + i * j;
}

static signed char narrow(signed char x) { return (signed char)(x * 3); }
static unsigned short wide(unsigned short x) { return (unsigned short)(x * 3); }

int main(void) {
    printf("%ld %g %d %u\n", mix(-1, 250, -300, 60000, -7, 4000000000u, -9, 10, 1.5f, 2.5, 'k', -0.25, 2), floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), narrow(100), wide(40000));
    return 0;
}
