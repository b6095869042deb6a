// Writes through an alias that survived the free.
// paths: 2 -- even (faults), odd
// try: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

struct owner {
    char *volatile data;
    char *volatile view;
};

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    struct owner o;
    o.data = malloc(4);
    o.view = o.data + 1;
    if (x % 2 == 0)
        free(o.data);
    *o.view = 1; //~ bug: use-after-free
    return 0;
}
