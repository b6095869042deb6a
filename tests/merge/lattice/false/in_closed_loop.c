// Behind a branch in a loop without a bound: both sides are taken, one of them only once.
#include <assert.h>
#include <braid.h>

int main(void) {
    int n = braid_int("n"), state = 0;
    for (int i = 0; i < n; i++) {
        int in = braid_int("in");
        if (in == 77 && state == 0)
            state = 1;
        else if (in == 78 && state == 1)
            state = 2;
    }
    assert(state != 2);
    return 0;
}
