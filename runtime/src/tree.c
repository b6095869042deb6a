/* The trees of C++'s ordered containers: the functions of libstdc++ behind std::map, std::set and their kin.
 *
 * Red-black trees (Guibas, Sedgewick 1978) in libstdc++'s layout. The header stands above the root: its parent is the root, its
 * left and right are the first and the last node, and it is red, which tells it from a root. Templates in the program's own
 * module find places and compare keys; what is here only moves nodes, so it never branches on data. */
#include "runtime.h"

enum colour { RED, BLACK };

struct tree_node {
    enum colour colour;
    struct tree_node *parent, *left, *right;
};

/* The child on one side. */
static struct tree_node **child(struct tree_node *node, int right) {
    return right ? &node->right : &node->left;
}

/* The next node on one side of the order; after the last one comes the header. */
static struct tree_node *step(struct tree_node *node, int right) {
    if (*child(node, right)) {
        node = *child(node, right);
        while (*child(node, !right))
            node = *child(node, !right);
        return node;
    }
    struct tree_node *above = node->parent;
    while (node == *child(above, right)) {
        node = above;
        above = above->parent;
    }
    /* From the last node one comes to the header through the root, whose parent the header is and which is the header's. */
    return *child(node, right) == above ? node : above;
}

API struct tree_node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree_node *node) {
    return step(node, 1);
}

API struct tree_node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct tree_node *node) {
    return step(node, 1);
}

/* Before the header comes the last node. */
static struct tree_node *step_back(struct tree_node *node) {
    int is_header = node->colour == RED && node->parent && node->parent->parent == node;
    return is_header ? node->right : step(node, 0);
}

API struct tree_node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree_node *node) {
    return step_back(node);
}

API struct tree_node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct tree_node *node) {
    return step_back(node);
}

/* Puts `to` where `from` hangs. */
static void replace(struct tree_node *from, struct tree_node *to, struct tree_node *header) {
    if (header->parent == from)
        header->parent = to;
    else
        *child(from->parent, from == from->parent->right) = to;
    if (to)
        to->parent = from->parent;
}

/* Turns a node down to one side; its child of the other side takes its place. */
static void rotate(struct tree_node *node, int right, struct tree_node *header) {
    struct tree_node *up = *child(node, !right);
    *child(node, !right) = *child(up, right);
    if (*child(up, right))
        (*child(up, right))->parent = node;
    replace(node, up, header);
    *child(up, right) = node;
    node->parent = up;
}

/* No red node has a red parent, and the root is black: made true again above a node that became red. */
static void balance_red(struct tree_node *node, struct tree_node *header) {
    while (node != header->parent && node->parent->colour == RED) {
        struct tree_node *above = node->parent->parent;
        int right = node->parent == above->right;
        struct tree_node *uncle = *child(above, !right);
        if (uncle && uncle->colour == RED) {
            node->parent->colour = uncle->colour = BLACK;
            above->colour = RED;
            node = above;
            continue;
        }
        if (node == *child(node->parent, !right)) {
            node = node->parent;
            rotate(node, right, header);
        }
        node->parent->colour = BLACK;
        above->colour = RED;
        rotate(above, !right, header);
    }
    header->parent->colour = BLACK;
}

/* std::_Rb_tree_insert_and_rebalance */
API void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left, struct tree_node *node,
                                                                           struct tree_node *parent,
                                                                           struct tree_node *header) {
    *node = (struct tree_node){ RED, parent, 0, 0 };
    if (parent == header) {
        header->parent = header->left = header->right = node;
    } else {
        *child(parent, !left) = node;
        if (left && parent == header->left)
            header->left = node;
        if (!left && parent == header->right)
            header->right = node;
    }
    balance_red(node, header);
}

/* Every way down meets as many black nodes: made true again where one is missing below `parent`, at `node` or where nothing
 * hangs. */
static void balance_black(struct tree_node *node, struct tree_node *parent, struct tree_node *header) {
    while (node != header->parent && (!node || node->colour == BLACK)) {
        int right = node == parent->right;
        struct tree_node *sibling = *child(parent, !right);
        if (sibling->colour == RED) {
            sibling->colour = BLACK;
            parent->colour = RED;
            rotate(parent, right, header);
            sibling = *child(parent, !right);
        }
        struct tree_node *near = *child(sibling, right), *far = *child(sibling, !right);
        if ((!near || near->colour == BLACK) && (!far || far->colour == BLACK)) {
            sibling->colour = RED;
            node = parent;
            parent = parent->parent;
            continue;
        }
        if (!far || far->colour == BLACK) {
            near->colour = BLACK;
            sibling->colour = RED;
            rotate(sibling, !right, header);
            sibling = *child(parent, !right);
            far = *child(sibling, !right);
        }
        sibling->colour = parent->colour;
        parent->colour = BLACK;
        far->colour = BLACK;
        rotate(parent, right, header);
        break;
    }
    if (node)
        node->colour = BLACK;
}

/* The outermost node on one side, below and including a node. */
static struct tree_node *outermost(struct tree_node *node, int right) {
    while (*child(node, right))
        node = *child(node, right);
    return node;
}

/* Keeps the header's first and last node true when `node`, which has at most one child, is taken out. */
static void forget_ends(struct tree_node *node, struct tree_node *only, struct tree_node *header) {
    if (header->left == node)
        header->left = only ? outermost(only, 0) : node->parent;
    if (header->right == node)
        header->right = only ? outermost(only, 1) : node->parent;
}

/* std::_Rb_tree_rebalance_for_erase: takes a node out and gives it back. One with two children changes places with the next
 * one first, node and not contents: others point to both. */
API struct tree_node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct tree_node *node,
                                                                                   struct tree_node *header) {
    struct tree_node *only, *parent;
    enum colour lost;
    if (node->left && node->right) {
        struct tree_node *next = outermost(node->right, 0);
        only = next->right;
        parent = next->parent == node ? next : next->parent;
        lost = next->colour;
        if (next != node->right) {
            replace(next, only, header);
            next->right = node->right;
            next->right->parent = next;
        }
        next->left = node->left;
        next->left->parent = next;
        replace(node, next, header);
        next->colour = node->colour;
    } else {
        only = node->left ? node->left : node->right;
        parent = node->parent;
        lost = node->colour;
        forget_ends(node, only, header);
        replace(node, only, header);
    }
    if (lost == BLACK)
        balance_black(only, parent, header);
    return node;
}
