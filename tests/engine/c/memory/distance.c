// The distance of two objects leads from one to the other, and so does the exclusive or of their addresses.
// verdict: proved
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

struct node {
    uintptr_t link;
    int value;
};

int one = 1, two = 2;

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    int *p = &one, *q = &two;
    *(int *)((uintptr_t)p + ((uintptr_t)q - (uintptr_t)p)) = n;
    klee_assert(two == n);
    struct node *nodes[3];
    for (int i = 0; i < 3; i++) {
        nodes[i] = malloc(sizeof **nodes);
        if (!nodes[i])
            return 1;
        nodes[i]->value = n + i;
    }
    for (int i = 0; i < 3; i++) {
        uintptr_t before = i > 0 ? (uintptr_t)nodes[i - 1] : 0, behind = i < 2 ? (uintptr_t)nodes[i + 1] : 0;
        nodes[i]->link = before ^ behind;
    }
    uintptr_t from = 0;
    unsigned sum = 0;
    for (struct node *at = nodes[0]; at;) {
        sum += (unsigned)at->value;
        struct node *next = (struct node *)(from ^ at->link);
        from = (uintptr_t)at;
        at = next;
    }
    klee_assert(sum == 3 * (unsigned)n + 3);
    for (int i = 0; i < 3; i++)
        free(nodes[i]);
    return 0;
}
