// klee_choose gives a number below its argument.
// paths: 4 -- 0, 1, 2, 3
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned long x = klee_choose(4);
    assert(x < 4);
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    default: return 13;
    }
}
