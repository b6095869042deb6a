// A red-black tree of allocated nodes with links upwards: N keys come in, and one of them, or another, goes out.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif

struct node {
    struct node *up, *down[2];
    unsigned char key, red;
};

// What all empty links point to; it is black.
static struct node nil = {&nil, {&nil, &nil}, 0, 0};
static struct node *root = &nil;

static int side(const struct node *at) { return at == at->up->down[1]; }

static void replace(struct node *old, struct node *with) {
    if (old->up == &nil) root = with;
    else old->up->down[side(old)] = with;
    with->up = old->up;
}

// A node goes down to a side, and its other child takes its place.
static void rotate(struct node *at, int to) {
    struct node *riser = at->down[!to];
    at->down[!to] = riser->down[to];
    if (riser->down[to] != &nil) riser->down[to]->up = at;
    replace(at, riser);
    riser->down[to] = at;
    at->up = riser;
}

static void repair_insertion(struct node *at) {
    while (at->up->red) {
        struct node *grand = at->up->up;
        int to = side(at->up);
        struct node *uncle = grand->down[!to];
        if (uncle->red) {
            at->up->red = uncle->red = 0;
            grand->red = 1;
            at = grand;
            continue;
        }
        if (side(at) != to) {
            at = at->up;
            rotate(at, to);
        }
        at->up->red = 0;
        grand->red = 1;
        rotate(grand, !to);
    }
    root->red = 0;
}

static void insert(unsigned char key) {
    struct node *up = &nil, **link = &root;
    while (*link != &nil) {
        up = *link;
        if (key == up->key) return;
        link = key < up->key ? &up->down[0] : &up->down[1];
    }
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    *fresh = (struct node){up, {&nil, &nil}, key, 1};
    *link = fresh;
    repair_insertion(fresh);
}

static void repair_removal(struct node *at) {
    while (at != root && !at->red) {
        struct node *up = at->up;
        int to = side(at);
        struct node *sibling = up->down[!to];
        if (sibling->red) {
            sibling->red = 0;
            up->red = 1;
            rotate(up, to);
            sibling = up->down[!to];
        }
        if (!sibling->down[0]->red && !sibling->down[1]->red) {
            sibling->red = 1;
            at = up;
            continue;
        }
        if (!sibling->down[!to]->red) {
            sibling->down[to]->red = 0;
            sibling->red = 1;
            rotate(sibling, !to);
            sibling = up->down[!to];
        }
        sibling->red = up->red;
        up->red = sibling->down[!to]->red = 0;
        rotate(up, to);
        at = root;
    }
    at->red = 0;
}

static int take_out(unsigned char key) {
    struct node *at = root;
    while (at != &nil && at->key != key) at = key < at->key ? at->down[0] : at->down[1];
    if (at == &nil) return 0;
    if (at->down[0] != &nil && at->down[1] != &nil) {
        // The next larger key takes its place.
        struct node *next = at->down[1];
        while (next->down[0] != &nil) next = next->down[0];
        at->key = next->key;
        at = next;
    }
    struct node *child = at->down[at->down[0] == &nil];
    replace(at, child);
    if (!at->red) repair_removal(child);
    free(at);
    return 1;
}

static int size;

// The number of black nodes on each way down; counts and frees the tree.
static int clear(struct node *at, int least, int end) {
    if (at == &nil) return 0;
    assert(least <= at->key && at->key < end);
    assert(!(at->red && (at->down[0]->red || at->down[1]->red)));
    int black = clear(at->down[0], least, at->key);
    assert(black == clear(at->down[1], at->key + 1, end));
    black += !at->red;
    size++;
    free(at);
    return black;
}

int main(void) {
    unsigned char keys[N], gone;
    int different = 0, inside = 0;
    klee_make_symbolic(keys, sizeof keys, "keys");
    klee_make_symbolic(&gone, sizeof gone, "gone");
    for (int i = 0; i < N; i++) {
        int known = 0;
        for (int k = 0; k < i; k++) known |= keys[k] == keys[i];
        different += !known;
        inside |= keys[i] == gone;
        insert(keys[i]);
    }
    assert(take_out(gone) == inside);
    assert(!root->red);
    clear(root, 0, 256);
    assert(size == different - inside);
    return 0;
}
