// A balanced tree: insertions, deletions, checks of order and balance after each.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key, height;
    struct node *left, *right;
};

static int height(const struct node *n) { return n ? n->height : 0; }
static int balance(const struct node *n) { return height(n->left) - height(n->right); }
static void update(struct node *n) {
    int l = height(n->left), r = height(n->right);
    n->height = 1 + (l > r ? l : r);
}

static struct node *rotate_right(struct node *n) {
    struct node *l = n->left;
    n->left = l->right;
    l->right = n;
    update(n);
    update(l);
    return l;
}

static struct node *rotate_left(struct node *n) {
    struct node *r = n->right;
    n->right = r->left;
    r->left = n;
    update(n);
    update(r);
    return r;
}

static struct node *repair(struct node *n) {
    update(n);
    if (balance(n) > 1) {
        if (balance(n->left) < 0)
            n->left = rotate_left(n->left);
        return rotate_right(n);
    }
    if (balance(n) < -1) {
        if (balance(n->right) > 0)
            n->right = rotate_right(n->right);
        return rotate_left(n);
    }
    return n;
}

static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = malloc(sizeof *n);
        *n = (struct node){key, 1, NULL, NULL};
        return n;
    }
    if (key < n->key)
        n->left = insert(n->left, key);
    else if (key > n->key)
        n->right = insert(n->right, key);
    return repair(n);
}

static struct node *take_least(struct node *n, int *key) {
    if (!n->left) {
        struct node *right = n->right;
        *key = n->key;
        free(n);
        return right;
    }
    n->left = take_least(n->left, key);
    return repair(n);
}

static struct node *delete(struct node *n, int key) {
    if (!n)
        return NULL;
    if (key < n->key)
        n->left = delete (n->left, key);
    else if (key > n->key)
        n->right = delete (n->right, key);
    else if (!n->left || !n->right) {
        struct node *child = n->left ? n->left : n->right;
        free(n);
        return child;
    } else
        n->right = take_least(n->right, &n->key);
    return repair(n);
}

static int check(const struct node *n, int low, int high) {
    if (!n)
        return 1;
    return n->key > low && n->key < high && abs(balance(n)) <= 1 && check(n->left, low, n->key) && check(n->right, n->key, high);
}

static int size(const struct node *n) { return n ? 1 + size(n->left) + size(n->right) : 0; }

int main(void) {
    struct node *tree = NULL;
    int bad = 0;
    for (int i = 0; i < 128; i++) {
        tree = insert(tree, i * 89 % 257);
        bad += !check(tree, -1, 1000);
    }
    printf("size %d height %d bad %d\n", size(tree), height(tree), bad);
    for (int i = 0; i < 257; i += 2) {
        tree = delete (tree, i);
        bad += !check(tree, -1, 1000);
    }
    printf("size %d height %d bad %d root %d\n", size(tree), height(tree), bad, tree->key);
    while (tree) {
        int key;
        tree = take_least(tree, &key);
        if (key % 25 == 0)
            printf("%d ", key);
    }
    puts("");
    return bad;
}
