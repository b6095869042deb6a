// KLEE's first tutorial: the sign of a number.
// paths: 3 -- zero, negative, positive (KLEE: 3)
// try: -1 0 1
#include <klee/klee.h>

static int sign(int x) {
    if (x == 0)
        return 0; //~ reached
    if (x < 0)
        return -1; //~ reached
    return 1;      //~ reached
}

int main(void) {
    int a;
    klee_make_symbolic(&a, sizeof a, "a");
    return sign(a);
}
