// Every kind of loop, nested, with break, continue, several exits and a loop that runs zero times.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int i = 0, j = 100; i < j; i += 3, j -= 2) {
        if (i % 2) continue;
        sum += i * j;
    }
    int k = 10;
    while (k-- > 0)
        if (k == 3) break;
    do sum += k--; while (k > -5);
    for (int a = 1; a < 60; a++)
        for (int b = a; b < 60; b++) {
            int c = a + b;
            for (;; c--) {
                if (c < b) break;
                if (a * a + b * b == c * c) {
                    printf("%d-%d-%d ", a, b, c);
                    goto next;
                }
            }
        next:;
        }
    for (unsigned n = 0; n > 5; n++) sum = -1;
    printf("\n%d %d\n", sum, k);
    return sum & 63;
}
