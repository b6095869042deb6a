// bsearch finds exactly what is in the table.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static const int table[6] = {2, 3, 5, 7, 11, 13};

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    const int *hit = bsearch(&key, table, 6, sizeof *table, compare);
    if (hit) {
        assert(*hit == key);
        return 1; //~ reached
    }
    assert(key != 2 && key != 3 && key != 5 && key != 7 && key != 11 && key != 13);
    return 0; //~ reached
}
