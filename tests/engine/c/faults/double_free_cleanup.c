// An error path frees what the clean-up frees again.
// paths: 2 -- kind < 3 (faults), kind >= 3; the choice of two constants is no branch
// try: 0 2 3 9 10 255
#include <klee/klee.h>
#include <stdlib.h>

static int parse(unsigned char kind, char *volatile buffer) {
    if (kind < 3) {
        free(buffer);
        return -1; //~ reached
    }
    return kind < 10 ? 0 : 1;
}

int main(void) {
    unsigned char kind;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    char *volatile buffer = malloc(16);
    int result = parse(kind, buffer);
    free(buffer); //~ bug: double-free
    return result;
}
