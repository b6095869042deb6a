// A loop of unknown length frees what it walks over; what is used behind it may be freed.
// run:
// verdict: bug
// bugs: use-after-free:18
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned n = klee_range(0, 4, "n"), at = klee_range(0, 3, "at");
    int *all[3];
    for (unsigned i = 0; i < 3; i++) {
        all[i] = malloc(sizeof(int));
        *all[i] = i;
    }
    for (unsigned i = 0; i < n && i < 3; i++)
        free(all[i]);
    int *p = all[at];
    return *p == 2;
}
