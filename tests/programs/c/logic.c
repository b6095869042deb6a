// Short-circuit evaluation with effects, nested conditionals, comparisons as values, select-like code.
#include <stdio.h>

static int calls;
static int yes(int x) { return calls = calls * 3 + x, 1; }
static int no(int x) { return calls = calls * 5 + x, 0; }

static int median(int a, int b, int c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b); }
static int sign(int x) { return (x > 0) - (x < 0); }
static unsigned clamp(int x) { return x < 0 ? 0 : x > 255 ? 255 : (unsigned)x; }

int main(void) {
    int r = (yes(1) && no(2) && yes(3)) || (no(4) || (yes(5) && !no(6)));
    if (!(no(7) || yes(8)) || (r && yes(9))) r += 10;
    r += (no(1) ? yes(2) : yes(3)) ? 100 : 200;
    printf("%d %d\n", r, calls & 0xffff);
    for (int i = 0; i < 27; i++) putchar('0' + median(i % 3, i / 3 % 3, i / 9));
    printf(" %d%d%d %u %u %u\n", sign(-5), sign(0), sign(9), clamp(-3), clamp(300), clamp(77));
    return 0;
}
