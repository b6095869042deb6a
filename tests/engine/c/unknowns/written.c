// Programs that write before they read never see an unknown, whatever is beside it.
// paths: 4 -- two decisions
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"

struct node {
    char tag;
    struct node *next;
    short count;
};

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    struct node *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->tag = 1;
    p->next = 0;
    p->count = a > 3 ? 1 : 2;
    struct node q = *p;
    char text[32];
    strcpy(text, "braid");
    int last;
    if (a > 3)
        last = 1;
    else
        last = 2;
    assert(last == q.count);
    if (b > 7)
        assert(strlen(text) == 5);
    free(p);
    return 0;
}
