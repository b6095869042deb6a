// Most cases are excluded by what is known already.
// paths: 2 -- 1, 2
// try: 0 1 2 3
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0);
    klee_assume(x < 3);
    switch (x) {
    case 0: return 10; //~ dead
    case 1: return 11; //~ reached
    case 2: return 12; //~ reached
    case 3: return 13; //~ dead
    }
    return 0; //~ dead
}
