// A list that is built and reversed according to the input.
// paths: 5 -- n = 0..4
// try: 0 1 2 3 4
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    int n = klee_range(0, 5, "n");
    struct node *list = NULL, *reversed = NULL;
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = list;
        list = fresh;
    }
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    for (int i = 0; reversed; i++) {
        struct node *next = reversed->next;
        assert(reversed->value == i);
        free(reversed);
        reversed = next;
    }
    return 0;
}
