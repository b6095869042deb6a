// Sparse and negative cases, a switch on a signed char, on an enum, and one that only has a default.
#include <stdio.h>

enum color { RED = -5, GREEN = 1000, BLUE = 0x7fffffff };

static int sparse(int x) {
    switch (x) {
    case -2147483647 - 1: return 1;
    case -1: return 2;
    case 0: return 3;
    case 7: return 4;
    case 1 << 20: return 5;
    case 2147483647: return 6;
    }
    return 0;
}

static char letter(enum color c) {
    switch (c) {
    case RED: return 'r';
    case GREEN: return 'g';
    case BLUE: return 'b';
    }
    return '-';
}

static int narrow(signed char c) {
    switch (c) {
    case -128: return 1;
    case -1: return 2;
    case 127: return 3;
    default: return 4;
    }
}

int main(void) {
    int xs[] = {-2147483647 - 1, -2, -1, 0, 1, 7, 8, 1 << 20, 2147483646, 2147483647};
    for (int i = 0; i < 10; i++) printf("%d", sparse(xs[i]));
    printf(" %c%c%c%c", letter(RED), letter(GREEN), letter(BLUE), letter((enum color)3));
    printf(" %d%d%d%d\n", narrow(-128), narrow(-1), narrow(127), narrow(0));
    switch (xs[3]) { default: puts("default only"); }
    return 0;
}
