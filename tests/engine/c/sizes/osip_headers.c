// The shapes of two bugs in a parser of SIP: the search begins behind an empty text, and a name may have no bytes.
// override(clang19-O1): bugs any because the second search is moved behind a test of the first
// flags: --capacity=5
// verdict: bug
// incomplete: capacity
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

static int parse_headers(const char *headers) {
    const char *equal = strchr(headers, '=');
    const char *and = strchr(headers + 1, '&'); //~ bug: out-of-bounds
    if (equal == NULL)
        return -1;
    if (and != NULL && and < equal)
        return -1;
    volatile char *name = malloc(equal - headers);
    if (name == NULL)
        return -1;
    memcpy((char *)name, headers, equal - headers);
    name[equal - headers - 1] = 0; //~ bug: out-of-bounds
    free((void *)name);
    return 0;
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
    return parse_headers(text) == 0;
}
