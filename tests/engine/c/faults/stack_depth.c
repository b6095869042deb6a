// Frames of 1 KiB fill a small stack after some calls.
// flags: --stack-size 512KiB
#include <klee/klee.h>

__attribute__((noinline)) static int down(int n) { //~ maybe bug: stack-overflow
    volatile char room[1024];
    room[n % 1024] = (char)n;
    return n == 0 ? room[0] : down(n - 1) + room[n]; //~ maybe bug: stack-overflow
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 1)
        return down(200) == 3;
    if (n == 2)
        return down(800) == 3;
    return 0;
}
