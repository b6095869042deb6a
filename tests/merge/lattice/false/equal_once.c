// Two variables begin equal and one of them moves: a place that still looks like the head's must not count as equal.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), x = 0, y = 0, moved = 0;
    braid_assume(n >= 0 && n < 100000);
    while (x < n) {
        x++;
        if (x > 50)
            moved = 1;
        if (!moved)
            y = x;
    }
    assert(x == y);
    return 0;
}
