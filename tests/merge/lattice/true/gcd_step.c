// Subtraction in turn keeps both numbers positive.
#include <assert.h>
#include <braid.h>

int main(void) {
    int a = braid_int("a"), b = braid_int("b");
    braid_assume(a > 0 && b > 0);
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    assert(a > 0);
    return 0;
}
