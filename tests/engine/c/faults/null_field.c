// A lookup that finds nothing: the write through a field of a null structure.
// paths: 4 -- found at the first, second, third node, not found (faults)
// try: 0 1 2 3 4
#include <klee/klee.h>
#include <stddef.h>

struct node {
    int key;
    long value;
    struct node *next;
};

static struct node *find(struct node *list, int key) {
    for (; list; list = list->next)
        if (list->key == key)
            return list; //~ reached
    return NULL;         //~ reached
}

int main(void) {
    struct node c = {3, 0, NULL}, b = {2, 0, &c}, a = {1, 0, &b};
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    struct node *volatile hit = find(&a, key);
    hit->value = 1; //~ bug: null-deref
    return 0;
}
