// A vector that grows by realloc keeps what it holds.
// paths: 7 -- n = 0..6
// try: 0 1 2 3 4 5 6
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(0, 7, "n");
    int *items = NULL, capacity = 0, count = 0;
    for (int i = 0; i < n; i++) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 1;
            items = realloc(items, capacity * sizeof *items);
        }
        items[count++] = i * i;
    }
    for (int i = 0; i < count; i++)
        assert(items[i] == i * i);
    free(items);
    return 0;
}
