// The classical mistake of freeing a list: the next pointer is read from the freed node.
// paths: 3 -- n = 0, n = 1 (faults), n = 2 (faults)
// try: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    unsigned n = klee_range(0, 3, "n");
    struct node *volatile list = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        list = fresh;
    }
    while (list) {
        free(list);
        list = list->next; //~ bug: use-after-free
    }
    return 0;
}
