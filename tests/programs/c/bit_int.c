// _BitInt of odd widths up to 128 bits: i3, i17, i24, i55, i65, i96 in registers and in memory.
#include <stdio.h>

typedef unsigned _BitInt(3) u3;
typedef _BitInt(17) s17;
typedef unsigned _BitInt(24) u24;
typedef _BitInt(55) s55;
typedef unsigned _BitInt(65) u65;
typedef unsigned _BitInt(96) u96;

int main(void) {
    u3 a = 5;
    s17 b = -1000;
    u24 c = 0xabcdef;
    s55 d = -123456789;
    u65 e = (u65)1 << 64;
    u96 f = 0;
    for (int i = 1; i < 12; i++) {
        a = a * 3 + 1;
        b = b / 3 - (s17)i;
        c = (c << 5) ^ (c >> 3);
        d = d / 3 * 17 % 1000000007 + (s55)b;
        e = (e >> 3) + (u65)c * 7;
        f = f * 1000003 + (u96)e;
        printf("%u %d %u %ld %lx %lx %lx\n", (unsigned)a, (int)b, (unsigned)c, (long)d, (unsigned long)e,
               (unsigned long)f, (unsigned long)(f >> 64));
    }
    printf("%d %d %d\n", b < 0, c > 1000, (int)(f % 97));
    return 0;
}
