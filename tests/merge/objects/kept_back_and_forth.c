// A list that leads back and forth, joined of lists of all lengths: nothing of it is lost, and that is found out although
// conditions go round in it.
// run: --check=leak --merge=region
// groups: 41 -- n = 0 to 40
// states: 1 -- the joined one
// verdict: proved
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next, *back;
};
static struct node *first, *last;

int main(void) {
    unsigned n = (unsigned)klee_range(0, 41, "n");
    klee_open_merge();
    for (unsigned i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = 0;
        node->back = last;
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    klee_close_merge();
    return 0;
}
