// A store at a symbolic index, then a load at another: equal indices see the value.
// paths: 2 -- i == j, i != j
// try: 0 1 2 3
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char a[4] = {0, 0, 0, 0};
    unsigned i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
    a[i] = 7;
    if (i == j)
        assert(a[j] == 7);
    else
        assert(a[j] == 0);
    return 0;
}
