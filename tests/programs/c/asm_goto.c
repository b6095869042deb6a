// decode-only: inline assembly that jumps (callbr)
// Assembly with jump targets.
#include <stdio.h>

static int zero(int x) {
    __asm__ goto("test %0, %0; jz %l1" : : "r"(x) : "cc" : is_zero);
    return 0;
is_zero:
    return 1;
}

int main(void) {
    printf("%d %d\n", zero(0), zero(5));
    return 0;
}
