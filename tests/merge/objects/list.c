// A list of unknown length, made in one loop and freed in another that forgets the last node if there are three.
// run: --check=leak
// verdict: bug
// bugs: leak:15
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

static struct node *make(unsigned n) {
    struct node *list = NULL;
    for (unsigned i = 0; i < n; i++) { struct node *node = malloc(sizeof *node);
        node->next = list;
        node->value = i;
        list = node;
    }
    return list;
}

int main(void) {
    unsigned n = klee_range(0, 5, "n"), sum = 0;
    struct node *list = make(n);
    while (list != NULL && !(n == 3 && list->value == 0)) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    list = NULL;
    return sum > 6;
}
