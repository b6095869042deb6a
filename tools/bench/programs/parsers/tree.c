// Puts N bytes into a red-black tree and checks its colours.
#include "marks.h"
#ifndef N
#define N 4
#endif

struct node {
    struct node *left, *right;
    unsigned char key;
    int red;
};

static struct node nodes[N];

static int is_red(struct node *at) { return at && at->red; }

static struct node *turn_left(struct node *at) {
    struct node *up = at->right;
    at->right = up->left;
    up->left = at;
    up->red = at->red;
    at->red = 1;
    return up;
}

static struct node *turn_right(struct node *at) {
    struct node *up = at->left;
    at->left = up->right;
    up->right = at;
    up->red = at->red;
    at->red = 1;
    return up;
}

static struct node *insert(struct node *at, struct node *fresh) {
    if (!at) return fresh;
    if (fresh->key < at->key) at->left = insert(at->left, fresh);
    else if (fresh->key > at->key) at->right = insert(at->right, fresh);
    else return at;
    if (is_red(at->right) && !is_red(at->left)) at = turn_left(at);
    if (is_red(at->left) && is_red(at->left->left)) at = turn_right(at);
    if (is_red(at->left) && is_red(at->right)) {
        at->red = 1;
        at->left->red = at->right->red = 0;
    }
    return at;
}

static int height(struct node *at) {
    if (!at) return 1;
    assert(!is_red(at->right));
    assert(!(is_red(at) && is_red(at->left)));
    int left = height(at->left);
    assert(left == height(at->right));
    return left + !at->red;
}

int main(void) {
    unsigned char keys[N];
    struct node *root = 0;
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < N; i++) {
        nodes[i].key = keys[i];
        nodes[i].red = 1;
        root = insert(root, &nodes[i]);
        root->red = 0;
    }
    return height(root);
}
