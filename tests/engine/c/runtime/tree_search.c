// A tree of unknown keys: walked in order, and a key is found that was put in.
// verdict: proved
#include <klee/klee.h>
#include <search.h>
#include <stdio.h>

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void visit(const void *node, VISIT which, int depth) {
    if (which == postorder || which == leaf)
        printf("%d ", **(unsigned char *const *)node);
}

int main(void) {
    unsigned char keys[4];
    void *root = NULL;
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < 4; i++)
        tsearch(&keys[i], &root, compare);
    twalk(root, visit);
    if (!tfind(&keys[2], &root, compare))
        puts("lost"); //~ dead
    tdelete(&keys[0], &root, compare);
    if (tfind(&keys[1], &root, compare))
        return 1; //~ reached
    return 0; //~ reached
}
