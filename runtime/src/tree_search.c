/* Binary trees of search.h: red-black trees whose shape is glibc's, because twalk tells depths and the order of comparisons can be seen.
 *
 * Inserted from the top: on the way down a node with two red children gives its blackness to them. Removed from the bottom, along the way that
 * was taken. Sedgewick, Guibas: A dichromatic framework for balanced trees. */
#include "runtime.h"

/* What the program sees of a node is its key. */
struct search_node {
    const void *key;
    struct search_node *left, *right;
    int is_red;
};

typedef int compare_nodes(const void *, const void *);

enum { MOST_DEPTH = 128 };

static struct search_node **side_of(struct search_node *node, int right) {
    return right ? &node->right : &node->left;
}

static int is_red(const struct search_node *node) {
    return node && node->is_red;
}

/* Where the last four nodes on the way hang, from the root on: `node`, the one above, the one above that; and the sides that led there. */
struct way {
    struct search_node **node, **above, **top;
    int right, above_right;
};

/* Makes a node red and its children black, if both are red or the node is new, and turns what is then red twice. */
static void split_node(struct way way, int is_new) {
    struct search_node *node = *way.node;
    if (!is_new && !(is_red(node->left) && is_red(node->right)))
        return;
    node->is_red = 1;
    if (node->left)
        node->left->is_red = 0;
    if (node->right)
        node->right->is_red = 0;
    if (!way.above || !(*way.above)->is_red)
        return;
    struct search_node *above = *way.above, *top = *way.top;
    if (way.right == way.above_right) {
        *way.top = above;
        above->is_red = 0;
        top->is_red = 1;
        *side_of(top, way.right) = *side_of(above, !way.right);
        *side_of(above, !way.right) = top;
        return;
    }
    above->is_red = top->is_red = 1;
    node->is_red = 0;
    *side_of(above, way.right) = *side_of(node, !way.right);
    *side_of(top, !way.right) = *side_of(node, way.right);
    *side_of(node, !way.right) = above;
    *side_of(node, way.right) = top;
    *way.top = node;
}

API void *tsearch(const void *key, void **root, compare_nodes *compare) {
    struct way way = {(struct search_node **)root, 0, 0, 0, 0};
    if (!root)
        return 0;
    if (*way.node)
        (*way.node)->is_red = 0;
    while (*way.node) {
        struct search_node *node = *way.node;
        int order = compare(key, node->key);
        if (order == 0)
            return node;
        /* What hangs where may have changed then. What is above is not looked at before two more steps are done. */
        split_node(way, 0);
        way = (struct way){side_of(node, order > 0), way.node, way.above, order > 0, way.right};
    }
    struct search_node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    *node = (struct search_node){key, 0, 0, 0};
    *way.node = node;
    if (way.above)
        split_node(way, 1);
    return node;
}

API void *tfind(const void *key, void *const *root, compare_nodes *compare) {
    struct search_node *node = root ? *root : 0;
    int order;
    while (node && (order = compare(key, node->key)) != 0)
        node = order < 0 ? node->left : node->right;
    return node;
}

/* The way down to a node: where each node on it hangs. */
struct descent {
    struct search_node **at[MOST_DEPTH];
    int count;
};

static void push_step(struct descent *descent, struct search_node **at) {
    if (descent->count == MOST_DEPTH)
        __braid_unsupported("tdelete in a tree deeper than 128");
    descent->at[descent->count++] = at;
}

/* Turns the node that hangs at `*at` down to one side. */
static void turn_down(struct search_node **at, int right) {
    struct search_node *node = *at, *up = *side_of(node, !right);
    *side_of(node, !right) = *side_of(up, right);
    *side_of(up, right) = node;
    *at = up;
}

/* One node is missing on the way to `*node`, which hangs below the last of the descent. */
static void restore_black(struct descent *descent, struct search_node *node) {
    while (descent->count > 0 && !is_red(node)) {
        struct search_node **at = descent->at[descent->count - 1], *above = *at;
        int right = node == above->right && node != above->left;
        struct search_node *sibling = *side_of(above, !right);
        if (sibling->is_red) {
            sibling->is_red = 0;
            above->is_red = 1;
            turn_down(at, right);
            at = side_of(sibling, right);
            push_step(descent, at);
            sibling = *side_of(above, !right);
        }
        if (!is_red(sibling->left) && !is_red(sibling->right)) {
            sibling->is_red = 1;
            node = above;
            descent->count--;
            continue;
        }
        if (!is_red(*side_of(sibling, !right))) {
            (*side_of(sibling, right))->is_red = 0;
            sibling->is_red = 1;
            turn_down(side_of(above, !right), !right);
            sibling = *side_of(above, !right);
        }
        sibling->is_red = above->is_red;
        above->is_red = 0;
        (*side_of(sibling, !right))->is_red = 0;
        turn_down(at, right);
        return;
    }
    if (node)
        node->is_red = 0;
}

/* Returns the node above, or of the root itself some pointer. Of a node with two children the next key takes the place. */
API void *tdelete(const void *restrict key, void **restrict root, compare_nodes *compare) {
    struct descent descent = {.count = 0};
    struct search_node **at = (struct search_node **)root, *result;
    int order;
    if (!root || !*root)
        return 0;
    result = *at;
    while ((order = compare(key, (*at)->key)) != 0) {
        push_step(&descent, at);
        result = *at;
        at = side_of(*at, order > 0);
        if (!*at)
            return 0;
    }
    struct search_node *found = *at, *taken = found;
    if (found->left && found->right) {
        push_step(&descent, at);
        for (at = &found->right; (*at)->left; at = &(*at)->left)
            push_step(&descent, at);
        taken = *at;
        found->key = taken->key;
    }
    struct search_node *child = taken->left ? taken->left : taken->right;
    *at = child;
    if (!taken->is_red)
        restore_black(&descent, child);
    free(taken);
    return result;
}

enum visit { BEFORE, BETWEEN, BEHIND, LEAF };

/* A walk over all nodes, without recursion: `*stage` of each node on the way counts what was done of it. */
struct walk {
    struct search_node *nodes[MOST_DEPTH];
    unsigned char stage[MOST_DEPTH];
    int depth;
};

static void descend(struct walk *walk, struct search_node *node) {
    if (!node)
        return;
    if (walk->depth == MOST_DEPTH)
        __braid_unsupported("a walk in a tree deeper than 128");
    walk->nodes[walk->depth] = node;
    walk->stage[walk->depth++] = 0;
}

/* The next visit; false at the end. The node is at the depth that is told. */
static int next_visit(struct walk *walk, struct search_node **node, int *visit, int *depth) {
    while (walk->depth > 0) {
        int at = walk->depth - 1, stage = walk->stage[at]++;
        *node = walk->nodes[at];
        *depth = at;
        *visit = stage / 2;
        if (stage == 0 && !(*node)->left && !(*node)->right) {
            *visit = LEAF;
            walk->depth--;
            return 1;
        }
        if (stage == 4)
            walk->depth--;
        if (stage % 2 == 0)
            return 1;
        descend(walk, stage == 1 ? (*node)->left : (*node)->right);
    }
    return 0;
}

API void twalk(const void *root, void (*action)(const void *, int, int)) {
    struct walk walk = {.depth = 0};
    struct search_node *node;
    int visit, depth;
    descend(&walk, (struct search_node *)root);
    while (root && action && next_visit(&walk, &node, &visit, &depth))
        action(node, visit, depth);
}

API void twalk_r(const void *root, void (*action)(const void *, int, void *), void *given) {
    struct walk walk = {.depth = 0};
    struct search_node *node;
    int visit, depth;
    descend(&walk, (struct search_node *)root);
    while (root && action && next_visit(&walk, &node, &visit, &depth))
        action(node, visit, given);
}

/* Below first, left before right. */
API void tdestroy(void *root, void (*free_key)(void *)) {
    struct walk walk = {.depth = 0};
    struct search_node *node;
    int visit, depth;
    descend(&walk, root);
    while (next_visit(&walk, &node, &visit, &depth))
        if (visit == BEHIND || visit == LEAF) {
            free_key((void *)node->key);
            free(node);
        }
}

API void *__tsearch(const void *key, void **root, compare_nodes *compare) {
    return tsearch(key, root, compare);
}

API void *__tfind(const void *key, void *const *root, compare_nodes *compare) {
    return tfind(key, root, compare);
}

API void *__tdelete(const void *restrict key, void **restrict root, compare_nodes *compare) {
    return tdelete(key, root, compare);
}

API void __twalk(const void *root, void (*action)(const void *, int, int)) {
    twalk(root, action);
}

API void __twalk_r(const void *root, void (*action)(const void *, int, void *), void *given) {
    twalk_r(root, action, given);
}
