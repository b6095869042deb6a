// The marks of hand-placed merging are accepted; without merging they change nothing.
// paths: 2 -- x > 3 or not
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_open_merge();
    if (x > 3)
        y = 1;
    else
        y = 2;
    klee_close_merge();
    return y;
}
