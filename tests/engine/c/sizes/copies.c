// Copies and fills of symbolic length within blocks of symbolic size change what they must and nothing else.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

enum { MOST = 5 };

int main(void) {
    size_t n, length, at;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&length, sizeof length, "length");
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(n >= 2 & n <= MOST);
    klee_assume(length < n & at < n);
    unsigned char *from = malloc(n), *to = malloc(n), *moved = malloc(n), *filled = malloc(n);
    klee_make_symbolic(from, n, "from");
    memset(to, 9, n);
    memcpy(to, from, length);
    assert(to[at] == (at < length ? from[at] : 9));
    memcpy(moved, from, n);
    memmove(moved + 1, moved, length);
    assert(moved[at] == (at >= 1 && at <= length ? from[at - 1] : from[at]));
    memcpy(filled, from, n);
    memset(filled + 1, 3, length);
    assert(filled[at] == (at >= 1 && at <= length ? 3 : from[at]));
    if (length == 3)
        memcpy(to + 2, from, length + n - 4); //~ bug: out-of-bounds
    return 0; //~ reached
}
