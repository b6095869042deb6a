// A structure with a flexible array, allocated with its tail.
// paths: 2 -- index inside, index outside (faults)
// try: 0 3 4 7
#include <klee/klee.h>
#include <stdlib.h>

struct packet {
    int length;
    volatile int data[];
};

int main(void) {
    unsigned i = klee_range(0, 8, "i");
    struct packet *p = malloc(sizeof *p + 4 * sizeof(int));
    p->length = 4;
    p->data[i] = 3; //~ bug: out-of-bounds
    free(p);
    return 0;
}
