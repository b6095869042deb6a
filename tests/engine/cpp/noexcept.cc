// An exception that leaves a function that promised to throw nothing ends the program, whoever would catch it.
#include <klee/klee.h>

__attribute__((noinline)) static int checked(int x) {
    if (x == 77)
        throw x; //~ bug: abort
    return x;
}

__attribute__((noinline)) static int promised(int x) noexcept {
    return checked(x) + 1;
}

int main() {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0 && x < 100);
    try {
        return promised(x) > 50; //~ reached
    } catch (int) {
        return 2; //~ dead
    }
}
