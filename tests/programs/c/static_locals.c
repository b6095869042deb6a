// Static locals, shadowing, scopes, globals changed by calls in argument lists with defined order.
#include <stdio.h>

static int x = 1;

static int counter(void) {
    static int n = 10;
    static struct { int last; } memory;
    memory.last = n;
    n += memory.last / 10;
    return memory.last;
}

static int shadow(int x) {
    int r = x;
    {
        int x = r * 2;
        r += x;
        for (int x = 0; x < 3; x++) r += x;
    }
    return r + x;
}

int main(void) {
    int a = counter(), b = counter(), c = counter();
    x += 5;
    printf("%d %d %d %d %d\n", a, b, c, shadow(4), x);
    return 0;
}
