// The Mandelbrot set in fixed-point numbers, and in double precision: almost the same picture.
#include <stdint.h>
#include <stdio.h>

#define BITS 20
#define TURNS 30

static int fixed(int32_t cx, int32_t cy) {
    int64_t x = 0, y = 0;
    for (int i = 0; i < TURNS; i++) {
        int64_t xx = x * x >> BITS, yy = y * y >> BITS;
        if (xx + yy > (int64_t)4 << BITS)
            return i;
        y = (2 * x * y >> BITS) + cy;
        x = xx - yy + cx;
    }
    return TURNS;
}

static int floating(double cx, double cy) {
    double x = 0, y = 0;
    for (int i = 0; i < TURNS; i++) {
        if (x * x + y * y > 4)
            return i;
        double next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    return TURNS;
}

int main(void) {
    int different = 0, inside = 0;
    for (int row = -9; row <= 9; row++) {
        char line[61];
        for (int column = 0; column < 60; column++) {
            int a = fixed((column - 40) * (1 << BITS) / 20, row * (1 << BITS) / 8);
            int b = floating((column - 40) / 20.0, row / 8.0);
            different += a != b;
            inside += a == TURNS;
            line[column] = " .,:;+*%#@"[a * 9 / TURNS];
        }
        line[60] = 0;
        puts(line);
    }
    printf("inside %d, different %s\n", inside, different < 40 ? "few" : "many");
    return 0;
}
