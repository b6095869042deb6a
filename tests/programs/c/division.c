// Signed and unsigned division and remainder: truncation towards zero, sign of the remainder, extreme operands.
#include <limits.h>
#include <stdio.h>

static int values[] = {0, 1, -1, 7, -7, 100, -100, INT_MAX, INT_MIN};

int main(void) {
    int n = sizeof values / sizeof *values;
    unsigned long hash = 0;
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            int a = values[i], b = values[j];
            if (a == INT_MIN && b == -1) continue;
            unsigned ua = a, ub = b;
            long la = (long)a * 65537, lb = b;
            hash = hash * 31 + (unsigned)(a / b) + 3 * (unsigned)(a % b) + 5 * (ua / ub) + 7 * (ua % ub);
            hash = hash * 31 + (unsigned long)(la / lb) + (unsigned long)(la % lb);
            if (i > 2 && j < 5) printf("%d/%d=%d r %d, %u r %u\n", a, b, a / b, a % b, ua / ub, ua % ub);
        }
    signed char c = -128, d = 3;
    short s = -32768, t = 7;
    printf("%d %d %d %d %lx\n", c / d, c % d, s / t, s % t, hash);
    return (int)(hash % 251);
}
