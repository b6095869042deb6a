// The same condition twice is decided once.
// paths: 2 -- x < 10 or not
// try: 0 9 10 11
#include <klee/klee.h>

int main(void) {
    unsigned x;
    int y = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < 10)
        y = 1;
    if (x >= 10)
        y = 2;
    if (!(x < 10) && y == 1)
        return 3; //~ dead
    return y;
}
