// Vectors of integers: arithmetic, comparison masks, shuffles, conversion, reduction by hand, as parameters.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef long v2 __attribute__((vector_size(16)));
typedef short v8 __attribute__((vector_size(16)));

static v4 clamp(v4 x, int limit) {
    v4 top = {limit, limit, limit, limit}, over = x > top;
    return (x & ~over) | (top & over);
}

static int sum(v4 x) { return x[0] + x[1] + x[2] + x[3]; }

int main(void) {
    v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    volatile int shift = 2;
    v4 rows[] = {a + b, a - b, a * b, b / a, b % (a * a + 1), a << shift, a >> 1, a & b, a ^ b, -a, ~a, a < 0, a == b, clamp(b, 25)};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) printf("%d %d %d %d = %d\n", rows[i][0], rows[i][1], rows[i][2], rows[i][3], sum(rows[i]));
    v16 bytes = {'v', 'e', 'c', 't', 'o', 'r', 's', ' ', 'o', 'f', ' ', 'b', 'y', 't', 'e', 's'};
    v16 mixed = __builtin_shufflevector(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    bytes[0] = 'V';
    for (int i = 0; i < 16; i++) putchar(mixed[i]);
    v2 halves = (v2)bytes;
    v8 narrow = __builtin_convertvector(__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7), v8);
    printf(" %lx %lx %d %d\n", halves[0], halves[1], narrow[3], narrow[7]);
    volatile int at = 2;
    b[at] = 99;
    printf("%d %d\n", b[at], sum(b));
    return 0;
}
