// An exception that nobody catches on one side of a condition: a fault or a named end of the path, never silence.
// verdict: bug|inconclusive
#include <klee/klee.h>

__attribute__((noinline)) static int half(int x) {
    if (x % 2)
        throw x; //~ maybe bug: abort|uncaught-exception|exception
    return x / 2;
}

int main() {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 100)
        return half(x);
    return 0; //~ reached
}
