// A loop that allocates cannot be closed; what comes behind it is wrong for one length.
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    int n = braid_int("n"), length = 0;
    struct node *list = 0;
    braid_assume(n >= 0 && n < 6);
    for (int i = 0; i < n; i++) {
        struct node *more = malloc(sizeof *more);
        if (!more)
            return 1;
        more->next = list;
        list = more;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        length++;
    }
    assert(length != 5);
    return 0;
}
