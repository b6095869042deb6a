// Without the check a signed sum wraps around silently.
// paths: 1 -- no branch
#include <klee/klee.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    volatile int sum = a + b;
    return sum != 0;
}
