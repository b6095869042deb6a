// The paper's posSum, without its bound on x: one number goes down as the other goes up.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_int("x"), y = braid_int("y");
    braid_assume(x >= 0 && x < 1000000000 && y >= 0 && y < 1000000000);
    int sum = x + y;
    while (x > 0) {
        y++;
        x--;
    }
    assert(y == sum);
    return 0;
}
