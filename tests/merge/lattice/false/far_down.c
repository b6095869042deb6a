// The distance is wrong for one start only.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_int("x"), steps = 0;
    braid_assume(x >= 0 && x < 100000);
    while (x > 0) {
        x--;
        steps++;
    }
    assert(steps != 500);
    return 0;
}
