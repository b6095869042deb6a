// A buffer that grows by a symbolic step and shrinks to a symbolic rest, again and again: no byte is lost.
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
    unsigned step, rest;
    klee_make_symbolic(&step, sizeof step, "step");
    klee_make_symbolic(&rest, sizeof rest, "rest");
    klee_assume(step >= 1 & step <= 4);
    klee_assume(rest >= 1 & rest <= 2);
    unsigned size = 2;
    unsigned char *p = malloc(size);
    p[0] = 7;
    p[1] = 8;
    for (unsigned round = 0; round < 3; round++) {
        p = realloc(p, size + step);
        size += step;
        p[size - 1] = round;
        assert(p[0] == 7 && p[1] == 8);
    }
    p = realloc(p, rest);
    assert(p[0] == 7);
    assert(p[rest - 1] == 6 + rest);
    free(p);
    return 0; //~ reached
}
