// What a compiler says about sizes and constants, not what a run finds out.
// verdict: proved
#include <stdlib.h>
#include <klee/klee.h>

static char room[10];
static char *volatile somewhere = room;

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    char *p = somewhere;
    klee_assert(__builtin_object_size(p, 0) == (size_t)-1);
    klee_assert(__builtin_object_size(p, 2) == 0);
    klee_assert(__builtin_object_size(room + 4, 0) == 6);
    klee_assert(__builtin_constant_p(4));
    klee_assert(!__builtin_constant_p(*(volatile int *)&n));
    return 0;
}
