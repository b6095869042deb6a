// What a function that the loop calls changes.
#include <assert.h>
#include <braid.h>

static int calls, limit = 10;

static void step(void) {
    if (++calls == 12)
        limit = -1;
}

int main(void) {
    int n = braid_int("n");
    for (int i = 0; i < n && i < 30; i++)
        step();
    assert(limit == 10);
    return 0;
}
