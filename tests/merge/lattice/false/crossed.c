// Two values that go together behind a branch: each by itself would be fine.
#include <assert.h>
#include <braid.h>

int main(void) {
    int x = braid_int("x"), a, b;
    if (x > 100) {
        a = 3;
        b = 4;
    } else if (x > 90) {
        a = 4;
        b = 4;
    } else {
        a = 4;
        b = 3;
    }
    assert(a + b != 8);
    return 0;
}
