// needs: clang 16
// _BitInt beyond 128 bits: 200 and 256 bits wide.
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef _BitInt(200) s200;

static void show(u256 x) {
    for (int i = 3; i >= 0; i--) printf("%016lx", (unsigned long)(x >> (i * 64)));
    putchar('\n');
}

int main(void) {
    u256 x = 1;
    for (int i = 0; i < 50; i++) x = x * 31 + (u256)i;
    show(x);
    show(x >> 77);
    show(x << 99);
    show(~x & (x >> 1));
    s200 s = -5;
    for (int i = 0; i < 40; i++) s = s * 9 - (s200)i;
    show((u256)s);
    printf("%d %d %d\n", s < 0, x > (u256)s, (u256)s == x);
    return 0;
}
