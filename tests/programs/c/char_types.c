// Signedness of characters and narrow types: comparison, promotion, conversion, characters as table index.
#include <stdio.h>

static int counts[256];

int main(void) {
    char c = (char)0xe9;
    signed char s = (signed char)0xe9;
    unsigned char u = 0xe9;
    printf("%d %d %d %d %d\n", c < 0, s, u, s == u, (unsigned char)s == u);
    unsigned short h = 0xffff;
    short n = (short)h;
    printf("%d %d %u %d\n", h + 1, n + 1, (unsigned)n, h == n);
    for (const char *p = "hello world"; *p; p++) counts[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (counts[i]) printf("%c%d", i, counts[i]);
    unsigned a = 1;
    int b = -1;
    long l = -1;
    printf(" %d %d %d\n", a > b, (long)a > b, l < a);
    unsigned char wrap = 250;
    for (int i = 0; i < 10; i++) wrap++;
    s = 127;
    s++;
    return wrap + (s == -128);
}
