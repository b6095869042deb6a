// The shape of a bug in a parser of SIP: blanks are skipped up to the end of the text, and the search goes on behind it.
// flags: --capacity=6
// verdict: bug
// incomplete: capacity
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

static int parse_via(const char *value) {
    const char *version = strchr(value, '/');
    if (version == NULL)
        return -1;
    const char *protocol = strchr(version + 1, '/');
    if (protocol == NULL)
        return -1;
    if (protocol - version < 2)
        return -1;
    const char *host = strchr(protocol + 1, ' ');
    if (host == NULL)
        return -1;
    if (host == protocol + 1) {
        while (strncmp(host, " ", 1) == 0) {
            host++;
            if (strlen(host) == 1)
                return -1;
        }
        host = strchr(host + 1, ' '); //~ bug: out-of-bounds
        if (host == NULL)
            return -1;
    }
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
    return parse_via(text) == 0;
}
