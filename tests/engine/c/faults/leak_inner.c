// The outer structure is freed, what it owns is not.
// check: leak
// paths: 1 -- no branch
#include <klee/klee.h>
#include <stdlib.h>

struct box {
    char *volatile name;
};

__attribute__((noinline)) static struct box *make(char first) {
    struct box *box = malloc(sizeof *box);
    box->name = malloc(4); //~ bug: leak
    box->name[0] = first;
    return box;
}

int main(void) {
    char first;
    klee_make_symbolic(&first, sizeof first, "first");
    struct box *box = make(first);
    free(box);
    return 0;
}
