// An input of symbolic size may be a part of a block: the other bytes keep their values.
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
    unsigned char text[6] = "abcde";
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 3);
    klee_make_symbolic(text + 1, n, "part");
    assert(text[0] == 'a' && text[4] == 'e');
    if (n == 2)
        assert(text[3] == 'd');
    if (n >= 1 && text[1] == 'X')
        return 1; //~ reached
    return 0; //~ reached
}
