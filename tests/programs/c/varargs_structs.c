// Variable arguments of struct, long double and 128-bit type, in registers and in the overflow area.
#include <stdarg.h>
#include <stdio.h>

struct point { int x, y; };
struct mixed { double d; long l; };
struct big { long v[4]; };

static void show(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        struct point p = va_arg(ap, struct point);
        struct big b = va_arg(ap, struct big);
        long double e = va_arg(ap, long double);
        struct mixed m = va_arg(ap, struct mixed);
        __int128 w = va_arg(ap, __int128);
        int last = va_arg(ap, int);
        printf("%d,%d %ld,%ld %.3Lf %.1f,%ld %lx %d\n", p.x, p.y, b.v[0], b.v[3], e, m.d, m.l, (long)(w >> 60), last);
    }
    va_end(ap);
}

int main(void) {
    struct point p = {1, -2};
    struct big b = {{10, 20, 30, 40}};
    struct mixed m = {0.5, 99};
    __int128 w = (__int128)0x123456789 << 60;
    show(3, p, b, 1.25L, m, w, 7, p, b, 2.25L, m, w + 1, 8, p, b, -3.25L, m, w * 2, 9);
    return 0;
}
