// An early return forgets to free.
// check: leak
// paths: 3 -- 1, 2 (leaks), others
#include <klee/klee.h>
#include <stdlib.h>

__attribute__((noinline)) static int work(int kind) {
    volatile char *buffer = malloc(32); //~ bug: leak
    buffer[0] = (char)kind;
    if (kind == 1) {
        free((void *)buffer);
        return 1;
    }
    if (kind == 2)
        return 2; //~ reached
    free((void *)buffer);
    return 0;
}

int main(void) {
    int kind;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    return work(kind);
}
