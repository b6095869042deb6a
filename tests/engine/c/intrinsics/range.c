// klee_range includes its first and excludes its last number.
// paths: 3 -- low end, high end, between
// try: 5 6 7 8 9
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_range(5, 10, "x");
    assert(x >= 5 && x < 10);
    if (x == 5)
        return 1; //~ reached
    if (x == 9)
        return 2; //~ reached
    return 0;     //~ reached
}
