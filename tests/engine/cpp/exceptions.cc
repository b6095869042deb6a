// An exception that nobody catches on one side of a condition is a fault where it is thrown.
#include <klee/klee.h>

__attribute__((noinline)) static int half(int x) {
    if (x % 2)
        throw x; //~ bug: abort
    return x / 2;
}

int main() {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 100)
        return half(x);
    return 0; //~ reached
}
