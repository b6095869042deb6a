// A binary search tree on the heap: insert, delete with rotation to a leaf, walk, depth, free.
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *child[2]; int key; unsigned weight; };

static unsigned seed = 1;
static unsigned next(void) { return seed = seed * 1103515245 + 12345; }

static struct tree *rotate(struct tree *t, int side) {
    struct tree *up = t->child[side];
    t->child[side] = up->child[!side];
    up->child[!side] = t;
    return up;
}

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->weight = next() >> 8;
        return t;
    }
    if (key == t->key) return t;
    int side = key > t->key;
    t->child[side] = insert(t->child[side], key);
    return t->child[side]->weight > t->weight ? rotate(t, side) : t;
}

static struct tree *erase(struct tree *t, int key) {
    if (!t) return NULL;
    if (key != t->key) {
        int side = key > t->key;
        t->child[side] = erase(t->child[side], key);
        return t;
    }
    if (!t->child[0] || !t->child[1]) {
        struct tree *only = t->child[t->child[0] == NULL];
        free(t);
        return only;
    }
    int side = t->child[1]->weight > t->child[0]->weight;
    t = rotate(t, side);
    t->child[!side] = erase(t->child[!side], key);
    return t;
}

static int depth(const struct tree *t) {
    if (!t) return 0;
    int a = depth(t->child[0]), b = depth(t->child[1]);
    return 1 + (a > b ? a : b);
}

static void walk(const struct tree *t) {
    if (!t) return;
    walk(t->child[0]);
    printf("%d ", t->key);
    walk(t->child[1]);
}

int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 60; i++) t = insert(t, (int)(next() >> 16) % 200);
    int before = depth(t);
    for (int i = 0; i < 200; i += 2) t = erase(t, i);
    walk(t);
    printf("| %d %d\n", before >= depth(t), depth(t) < 20);
    while (t) t = erase(t, t->key);
    return 0;
}
