// A linked list on the heap: insert sorted, reverse, remove, free.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static void insert(struct node **list, int value) {
    while (*list && (*list)->value < value) list = &(*list)->next;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = *list;
    *list = node;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static int drop_odd(struct node **list) {
    int n = 0;
    while (*list)
        if ((*list)->value & 1) {
            struct node *gone = *list;
            *list = gone->next;
            free(gone);
            n++;
        } else
            list = &(*list)->next;
    return n;
}

static void print(const struct node *list) {
    for (; list; list = list->next) printf("%d ", list->value);
    puts("");
}

int main(void) {
    struct node *list = NULL;
    for (unsigned i = 0, x = 7; i < 20; i++, x = x * 37 % 101) insert(&list, (int)x);
    print(list);
    int dropped = drop_odd(&list);
    print(list = reverse(list));
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return dropped;
}
