// A sorted list of allocated nodes, linked both ways: N operations of any kind, against a set of bits.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
#define KEYS 8

struct node {
    struct node *next, *previous;
    unsigned char key;
};

struct list {
    struct node ends;
    int size;
};

static void start(struct list *list) {
    list->ends.next = list->ends.previous = &list->ends;
    list->size = 0;
}

// The first node whose key is not smaller, or the end.
static struct node *lower_bound(struct list *list, unsigned char key) {
    struct node *at = list->ends.next;
    while (at != &list->ends && at->key < key) at = at->next;
    return at;
}

static int contains(struct list *list, unsigned char key) {
    struct node *at = lower_bound(list, key);
    return at != &list->ends && at->key == key;
}

static int insert(struct list *list, unsigned char key) {
    struct node *at = lower_bound(list, key);
    if (at != &list->ends && at->key == key) return 0;
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->key = key;
    fresh->next = at;
    fresh->previous = at->previous;
    at->previous->next = fresh;
    at->previous = fresh;
    list->size++;
    return 1;
}

static int take_out(struct list *list, unsigned char key) {
    struct node *at = lower_bound(list, key);
    if (at == &list->ends || at->key != key) return 0;
    at->previous->next = at->next;
    at->next->previous = at->previous;
    list->size--;
    free(at);
    return 1;
}

int main(void) {
    unsigned char operations[N], keys[N];
    struct list list;
    unsigned set = 0, found = 0;
    start(&list);
    klee_make_symbolic(operations, sizeof operations, "operations");
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < N; i++) {
        klee_assume(keys[i] < KEYS);
        unsigned bit = 1u << keys[i];
        int was = (set & bit) != 0;
        if (operations[i] == 0) {
            assert(insert(&list, keys[i]) == !was);
            set |= bit;
        } else if (operations[i] == 1) {
            assert(take_out(&list, keys[i]) == was);
            set &= ~bit;
        } else {
            assert(contains(&list, keys[i]) == was);
        }
    }
    while (list.size) {
        struct node *first = list.ends.next;
        assert(first->previous == &list.ends && first->next->previous == first);
        if (first->next != &list.ends) assert(first->key < first->next->key);
        found |= 1u << first->key;
        assert(take_out(&list, first->key));
    }
    assert(found == set && list.ends.next == &list.ends);
    return 0;
}
