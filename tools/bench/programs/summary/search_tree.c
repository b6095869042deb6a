// A binary search tree of allocated nodes: N operations of any kind, against a set of bits.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
#define KEYS 8

struct node {
    struct node *left, *right;
    unsigned char key;
};

// The link to the node with that key, or the empty link where it would be.
static struct node **find(struct node **link, unsigned char key) {
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    return link;
}

static int contains(struct node *root, unsigned char key) { return *find(&root, key) != 0; }

static int insert(struct node **root, unsigned char key) {
    struct node **link = find(root, key);
    if (*link) return 0;
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->left = fresh->right = 0;
    fresh->key = key;
    *link = fresh;
    return 1;
}

static int take_out(struct node **root, unsigned char key) {
    struct node **link = find(root, key), *at = *link;
    if (!at) return 0;
    if (at->left && at->right) {
        // The next larger key takes its place.
        struct node **least = &at->right;
        while ((*least)->left) least = &(*least)->left;
        at->key = (*least)->key;
        link = least;
        at = *least;
    }
    *link = at->left ? at->left : at->right;
    free(at);
    return 1;
}

// The keys of a tree, which are from `least` to below `end`; frees it.
static unsigned clear(struct node *at, int least, int end) {
    if (!at) return 0;
    assert(least <= at->key && at->key < end);
    unsigned keys = 1u << at->key | clear(at->left, least, at->key) | clear(at->right, at->key + 1, end);
    free(at);
    return keys;
}

int main(void) {
    unsigned char operations[N], keys[N];
    struct node *root = 0;
    unsigned set = 0;
    klee_make_symbolic(operations, sizeof operations, "operations");
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < N; i++) {
        klee_assume(keys[i] < KEYS);
        unsigned bit = 1u << keys[i];
        int was = (set & bit) != 0;
        if (operations[i] == 0) {
            assert(insert(&root, keys[i]) == !was);
            set |= bit;
        } else if (operations[i] == 1) {
            assert(take_out(&root, keys[i]) == was);
            set &= ~bit;
        } else {
            assert(contains(root, keys[i]) == was);
        }
    }
    assert(clear(root, 0, KEYS) == set);
    return 0;
}
