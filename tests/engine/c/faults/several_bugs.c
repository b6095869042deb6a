// Three bugs in one program: each is found once, and the other paths go on behind it.
// paths: 5 -- 0 divides by zero; 4..7 are out of bounds; 1 breaks the assertion; 2; 3
// try: 0 1 2 3 4 7
#include <assert.h>
#include <klee/klee.h>

static int table[4] = {1, 2, 3, 4};

int main(void) {
    unsigned x = klee_range(0, 8, "x");
    int quotient = 12 / (int)x;    //~ bug: div-by-zero
    int entry = table[x];          //~ bug: out-of-bounds
    assert(entry + quotient != 14); //~ bug: assert
    if (x == 2)
        return 2; //~ reached
    return 3;     //~ reached
}
