// Conversions between all integer and floating types, with rounding and truncation.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double values[] = {0.0, 0.5, -0.5, 1.99, -1.99, 127.4, 255.9, 65535.5, 2147483647.0, 4294967295.0, 9007199254740993.0};
    for (int i = 0; i < 11; i++) {
        double d = values[i];
        printf("%ld %lu %d %g ", (int64_t)d, d >= 0 ? (uint64_t)d : 0, d < 2147483648.0 ? (int32_t)d : 0, (double)(float)d);
        printf("%u %d %d\n", d >= 0 && d < 4294967296.0 ? (uint32_t)d : 0, d < 128 ? (int8_t)d : 0, d >= 0 && d < 256 ? (uint8_t)d : 0);
    }
    volatile uint64_t big = 0xfffffffffffff801;
    volatile int64_t negative = -9007199254740993;
    volatile uint32_t u = 4294967295u;
    volatile int8_t c = -3;
    volatile _Bool b = 1;
    printf("%.17g %.9g %.17g %.17g %.9g\n", (double)big, (double)(float)big, (double)negative, (double)u, (double)(float)u);
    printf("%g %g %d %d\n", (double)c, (double)(float)b, (_Bool)0.25, (_Bool)-0.0);
    volatile __int128 wide = (__int128)1 << 100;
    printf("%g %d\n", (double)wide, (int)((__int128)1e30 >> 90));
    return 0;
}
