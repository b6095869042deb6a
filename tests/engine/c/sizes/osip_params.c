// The shape of a bug in a parser of SIP: a separator is looked for behind the first byte, also of an empty text.
// flags: --capacity=5
// verdict: bug
// incomplete: capacity
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

static int parse_params(const char *params) {
    const char *equal = strchr(params + 1, '='); //~ bug: out-of-bounds
    const char *comma = strchr(params + 1, ';');
    if (equal == NULL || (comma != NULL && comma < equal))
        return -1;
    return 0; //~ reached
}

int main(void) {
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size >= 1);
    char *text = malloc(size);
    if (text == NULL)
        return 1;
    klee_make_symbolic(text, size, "text");
    klee_assume(text[size - 1] == 0);
    return parse_params(text) == 0;
}
