// An index beyond a vector: the element does not exist, and who uses it is at fault.
// paths: 2 -- within, beyond (error)
#include "klee/klee.h"

typedef int four __attribute__((vector_size(16)));

int main(void) {
    unsigned k = klee_range(0, 6, "k");
    four v = {1, 2, 3, 4};
    int element = v[k]; //~ maybe bug: out-of-bounds
    if (element > 4)    //~ maybe bug: out-of-bounds
        return 1;
    return 0; //~ reached
}
